import { PATHS } from "../../src/shared/paths.ts";
import type { AuthControls, SessionBody } from "./auth.ts";
import { allowMethods, type Exchange, type Handler, sendSeeOther } from "./http.ts";
import { type Html, html, NOTHING, page } from "./layout.ts";
import { sendPage } from "./pages.ts";

/** The address that the page fills in beforehand, so that two presses sign in. */
const TEST_EMAIL = "testkoper@example.com";

/** `/aanmelden`: asks for an address, shows the one-time code that would be sent to it, and goes back to the shop. */
export function createSignInHandler(auth: AuthControls, shopOrigin: () => string): Handler {
  return (exchange) => {
    if (exchange.url.pathname !== "/aanmelden") return false;
    if (!allowMethods(exchange, ["GET", "POST"])) return true;
    if (exchange.method !== "POST") return sendPage(exchange, 200, emailPage());
    const form = new URLSearchParams(exchange.body);
    const email = (form.get("email") ?? "").trim();
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) return sendPage(exchange, 422, emailPage("Vul een geldig e-mailadres in."));
    const code = form.get("code")?.trim();
    if (code === undefined) return sendPage(exchange, 200, codePage(email, auth.sendCode(email)));
    if (code !== auth.lastCode(email)) {
      return sendPage(
        exchange,
        422,
        codePage(email, auth.sendCode(email), "Deze code klopt niet. Hier is een nieuwe."),
      );
    }
    return sendSeeOther(exchange, callbackOf(exchange, email));
  };

  /** Back to where the visitor came from, as long as that is the shop: with a code when one was asked for, or tokens. */
  function callbackOf({ url }: Exchange, email: string): string {
    const fallback = new URL(PATHS.checkout, shopOrigin());
    const asked = URL.parse(url.searchParams.get("redirect_to") ?? "");
    const target = asked?.origin === shopOrigin() ? asked : fallback;
    const challenge = url.searchParams.get("code_challenge");
    if (challenge === null) target.hash = tokenHash(auth.signIn(email));
    else target.searchParams.set("code", auth.createAuthCode(email, challenge));
    return target.href;
  }
}

/** The hash of a callback with tokens in it. */
export function tokenHash(session: SessionBody, type = "magiclink"): string {
  const { access_token, refresh_token, expires_in, expires_at, token_type } = session;
  return new URLSearchParams({
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    refresh_token,
    token_type,
    type,
  }).toString();
}

function emailPage(problem?: string): string {
  return signInPage(
    html`
${problemOf(problem)}
<form method="post">
<label for="email">E-mailadres</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="200" value="${TEST_EMAIL}">
<button type="submit" class="full">Stuur mij een code</button>
</form>`,
    "Vul je e-mailadres in. Je krijgt een code waarmee je één keer kunt inloggen.",
  );
}

function codePage(email: string, code: string, problem?: string): string {
  return signInPage(
    html`
${problemOf(problem)}
<div class="panel"><p>In het echt krijg je deze code in een e-mail:</p><p class="code">${code}</p></div>
<form method="post">
<input type="hidden" name="email" value="${email}">
<label for="code">Code</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" required maxlength="12" value="${code}">
<button type="submit" class="full">Inloggen</button>
</form>`,
    `We hebben een code gestuurd naar ${email}.`,
  );
}

function problemOf(problem: string | undefined): Html {
  return problem === undefined ? NOTHING : html`<p class="problem" role="alert">${problem}</p>`;
}

function signInPage(form: Html, lead: string): string {
  return page({
    title: "Inloggen",
    role: "de inlogdienst van de cursusomgeving",
    content: html`
<h1>Inloggen</h1>
<p class="lead">${lead}</p>
${form}`,
  });
}
