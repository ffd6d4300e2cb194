import { allowMethods, type Exchange, type Handler, parseFields, send, sendJson } from "./http.ts";
import { type Html, html, NOTHING, page } from "./layout.ts";
import { sendPage } from "./pages.ts";
import { createShopMails, readAttachment, type ShopMail } from "./shop-mails.ts";

/** Where a person finds every e-mail that was sent on this machine. */
export const MAILBOX_PATH = "/postvak";

/** The oldest mails are forgotten when a shop runs for days. */
const MAILS_MAX = 200;

/** An e-mail as its reader gets it. */
export type Mail = {
  to: string;
  subject: string;
  /** Plain text; an empty line begins a new paragraph. */
  text: string;
  /** What the mail asks to be clicked, with its words; null = nothing. */
  link: { label: string; href: string } | null;
  /** ISO 8601. */
  sentAt: string;
};

/** Mail of the services here; like the shop's own, it never leaves this machine. */
export type Mailbox = {
  /** Newest first. */
  readonly mails: readonly Mail[];
  send(mail: Omit<Mail, "sentAt">): void;
  clear(): void;
};

/**
 * `/postvak` for people, `/_control/mails` (JSON; `{"reset": true}` empties it) for tests in another process: the mails
 * of the services here, and those that the shop sent.
 */
export function createMailbox(shopOrigin: () => string): { mailbox: Mailbox; handler: Handler } {
  let mails: readonly Mail[] = [];
  let emptiedAt = "";
  const shop = createShopMails(shopOrigin);
  const mailbox: Mailbox = {
    get mails() {
      return mails;
    },
    send(mail) {
      mails = [{ ...mail, sentAt: new Date().toISOString() }, ...mails].slice(0, MAILS_MAX);
    },
    clear() {
      mails = [];
      emptiedAt = new Date().toISOString();
    },
  };

  async function readShopMails(): Promise<readonly ShopMail[]> {
    return (await shop.read()).filter(({ sentAt }) => sentAt > emptiedAt);
  }

  async function readAll(): Promise<readonly (Mail | ShopMail)[]> {
    return [...mails, ...(await readShopMails())].sort((a, b) => b.sentAt.localeCompare(a.sentAt));
  }

  async function handleShopMail(exchange: Exchange, id: string, part: string): Promise<boolean> {
    const mail = (await readShopMails()).find((candidate) => candidate.id === id);
    if (mail === undefined) return false;
    if (!allowMethods(exchange, ["GET"])) return true;
    if (part === "") return sendPage(exchange, 200, mail.html);
    const bytes = part === "tekst" ? mail.text : await readAttachment(id, Number(part));
    return bytes !== null && send(exchange, 200, "text/plain; charset=utf-8", bytes);
  }

  const handler: Handler = async (exchange) => {
    const { pathname } = exchange.url;
    const [, id = "", part = ""] = /^\/postvak\/([^/]+)(?:\/(tekst|[1-9]))?$/.exec(pathname) ?? [];
    if (id !== "") return handleShopMail(exchange, decodeURIComponent(id), part);
    if (pathname === MAILBOX_PATH) {
      return !allowMethods(exchange, ["GET"]) || sendPage(exchange, 200, mailboxPage(await readAll()));
    }
    if (pathname !== "/_control/mails") return false;
    if (!allowMethods(exchange, ["GET", "POST"])) return true;
    if (exchange.method === "POST" && parseFields(exchange).reset === true) mailbox.clear();
    return sendJson(exchange, 200, await readAll());
  };
  return { mailbox, handler };
}

function mailboxPage(mails: readonly (Mail | ShopMail)[]): string {
  return page({
    title: "Postvak",
    role: "het postvak van iedereen",
    content: html`
<h1>Postvak</h1>
<p class="lead">Elke e-mail die op deze computer wordt verstuurd, de nieuwste bovenaan. Er gaat er geen de deur uit.</p>
${mails.length === 0 ? html`<p>Nog geen e-mails.</p>` : mails.map(mailPanel)}
<p><a href="">Kijk opnieuw</a></p>`,
  });
}

function mailPanel(mail: Mail | ShopMail): Html {
  const head = html`<h2>${mail.subject}</h2>
<p>Aan ${mail.to}, om ${mail.sentAt.slice(11, 19)} UTC</p>`;
  if ("id" in mail) {
    const path = `${MAILBOX_PATH}/${encodeURIComponent(mail.id)}`;
    return html`<article class="panel">
${head}
<p class="row"><a class="button" href="${path}">Lees de mail</a> <a class="button quiet" href="${path}/tekst">Als tekst</a></p>
${mail.attachments.map(({ filename }, index) => html`<p>Bijlage: <a href="${path}/${index + 1}">${filename}</a></p>`)}
</article>`;
  }
  const { text, link } = mail;
  return html`<article class="panel">
${head}
${text.split("\n\n").map((paragraph) => html`<p>${paragraph}</p>`)}
${link === null ? NOTHING : html`<p><a class="button" href="${link.href}">${link.label}</a></p>`}
</article>`;
}
