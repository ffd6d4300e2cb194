import { Hono } from "hono";
import { html, raw } from "hono/html";
import * as z from "zod";
import { formatMoment } from "../../src/shared/time.ts";
import { control, type World } from "./http.ts";
import { type Html, page, sendPage } from "./layout.ts";
import { readAttachment, type ShopClock, type ShopMail, type WaitingGift } from "./shop-clock.ts";

type Mail = {
  to: string;
  subject: string;
  /** Plain text; an empty line begins a new paragraph. */
  text: string;
  /** The mail's main link, with its text. */
  link: { label: string; href: string };
  /** ISO 8601. */
  sentAt: string;
};

export type Mailbox = ReturnType<typeof createMailbox>["mailbox"];

/**
 * `/postvak` for people, `/_control/mails` (JSON; `{"reset": true}` empties it) for tests in another process: the mails
 * of the services here, and those that the shop sent, newest first. `/_control/clock` starts what the shop owes until
 * now, or until a later moment (`{"to": "2026-12-05T07:00:00Z"}`): then it answers with the gifts that no longer wait for
 * their day. `/_control/night` does the work of a night, once for each day.
 */
export function createMailbox(clock: ShopClock) {
  let mails: readonly Mail[] = [];
  let emptiedAt = "";
  const app = new Hono<World>();
  const readShopMails = async () => (await clock.readMails()).filter(({ sentAt }) => sentAt > emptiedAt);
  const readAll = async (): Promise<readonly (Mail | ShopMail)[]> =>
    [...mails, ...(await readShopMails())].sort((a, b) => b.sentAt.localeCompare(a.sentAt));

  app.get("/postvak", async (c) => sendPage(c, mailboxPage(await readAll(), await clock.readGifts())));
  app.get("/postvak/:id/:part{tekst|[1-9]}?", async (c) => {
    const { id, part } = c.req.param();
    const mail = (await readShopMails()).find((candidate) => candidate.id === id);
    if (mail === undefined) return c.notFound();
    if (part === undefined) return sendPage(c, raw(mail.html));
    const isPdf = mail.attachments[Number(part) - 1]?.filename.endsWith(".pdf") === true;
    const body = part === "tekst" ? mail.text : await readAttachment(mail.id, Number(part));
    const type = isPdf ? "application/pdf" : "text/plain; charset=utf-8";
    return body === null ? c.notFound() : c.body(body, 200, { "content-type": type });
  });
  app.get("/_control/mails", async (c) => c.json(await readAll()));
  /** Mail of the services here. Like the shop's own, it never leaves this machine. */
  const mailbox = {
    /** The newest first, without the shop's own. */
    get mails() {
      return mails;
    },
    /** Deletes all mails, the shop's own too. */
    clear() {
      mails = [];
      emptiedAt = new Date().toISOString();
    },
    send(mail: Omit<Mail, "sentAt">): void {
      mails = [{ ...mail, sentAt: new Date().toISOString() }, ...mails];
    },
  };
  control(app, "/_control/mails", z.object({ reset: z.literal(true) }), () => {
    mailbox.clear();
    return mailbox.mails;
  });
  const moment = z.object({ to: z.iso.datetime().default(() => new Date().toISOString()) });
  const move = async ({ to }: z.infer<typeof moment>) => {
    const gifts = await clock.readGifts();
    await clock.run("clock", new Date(to));
    return gifts.filter(({ sendAt }) => Date.parse(sendAt) <= Date.parse(to));
  };
  control(app, "/_control/clock", moment, move, "/postvak");
  control(app, "/_control/night", moment, async ({ to }) => {
    await clock.run("night", new Date(to));
    return {};
  });
  return { mailbox, app };
}

function mailboxPage(mails: readonly (Mail | ShopMail)[], gifts: readonly WaitingGift[]): Html {
  return page({
    title: "Postvak",
    role: "het postvak van iedereen",
    content: html`
<h1>Postvak</h1>
<p class="lead">Elke e-mail die op deze computer wordt verstuurd, de nieuwste bovenaan. Er gaat er geen de deur uit.</p>
${mails.length === 0 ? html`<p>Nog geen e-mails.</p>` : mails.map(mailPanel)}
${gifts.length === 0 ? "" : html`<h2>Cadeaus die op hun dag wachten</h2>${gifts.map(giftPanel)}`}
<p><a href="">Kijk opnieuw</a></p>`,
  });
}

function giftPanel({ intentId, sendAt }: WaitingGift): Html {
  return html`<form method="post" action="/_control/clock" class="panel">
<p>Het cadeau van <code>${intentId}</code> gaat de deur uit op ${formatMoment(sendAt)}.</p>
<input type="hidden" name="to" value="${sendAt}">
<button type="submit" class="quiet">Zet de klok vooruit naar dat moment</button>
</form>`;
}

function mailPanel(mail: Mail | ShopMail): Html {
  return html`<article class="panel">
<h2>${mail.subject}</h2>
<p>Aan ${mail.to}, om ${mail.sentAt.slice(11, 19)} UTC</p>
${
  "id" in mail
    ? shopMailLinks(mail)
    : html`${mail.text.split("\n\n").map((paragraph) => html`<p>${paragraph}</p>`)}
<p><a class="button" href="${mail.link.href}">${mail.link.label}</a></p>`
}
</article>`;
}

function shopMailLinks({ id, attachments }: ShopMail): Html {
  const path = `/postvak/${encodeURIComponent(id)}`;
  return html`<p class="row"><a class="button" href="${path}">Lees de mail</a> <a class="button quiet" href="${path}/tekst">Als tekst</a></p>
${attachments.map(({ filename }, index) => html`<p>Bijlage: <a href="${path}/${index + 1}">${filename}</a></p>`)}`;
}
