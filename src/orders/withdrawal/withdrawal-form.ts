import type { Bindings } from "../../server/env.ts";
import { decodeBase64Url, encodeBase64Url, readTokenKeys, signText, verifyText } from "../../server/token-keys.ts";

/**
 * The signed name of a withdrawal's second form, `{UUID}.{milliseconds since 1970}.{key id}.{signature}`, made when the
 * first form was sent. It holds the time that will be recorded, so every press of the button writes the same bytes, and
 * no read is needed first (KV would remember for a minute that there was nothing). Nothing is stored. If no key is
 * configured, a name has no key id and no signature, because nobody may lose the right to withdraw by that.
 */

const NAME =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.(\d{13})(?:\.([a-z0-9]{1,16})\.([\w-]{43}))?$/;
/** Part of the signed text, as in `order-token.ts`. */
const PURPOSE = "vaarkoers withdrawal form";
/**
 * How long the button is valid, milliseconds. So the recorded time is at most this much earlier than the press. A
 * slower visitor is asked to check the form again.
 */
export const FORM_MAX_AGE_MS = 30 * 60_000;
/** More than the clocks of two isolates differ. */
const CLOCK_SKEW_MS = 60_000;

/** `madeAt`: when the first form was sent, ISO 8601. `isFresh`: its button is still valid. */
export type FormName = { id: string; madeAt: string; isFresh: boolean };

/** Makes a new name, with the present time. */
export async function createFormName(env: Bindings): Promise<string> {
  const text = `${crypto.randomUUID()}.${Date.now()}`;
  const [key] = readTokenKeys(env);
  if (key === undefined) return text;
  return `${text}.${key.id}.${encodeBase64Url(await signText(key, signedText(key.id, text)))}`;
}

/** Reads a name. Null if we did not make it. */
export async function readFormName(env: Bindings, name: string): Promise<FormName | null> {
  const [, id, time, keyId, signature] = NAME.exec(name) ?? [];
  if (id === undefined || time === undefined) return null;
  const keys = readTokenKeys(env);
  if (keyId === undefined || signature === undefined) {
    if (keys.length > 0) return null;
  } else {
    const key = keys.find((candidate) => candidate.id === keyId);
    if (key === undefined) return null;
    const text = signedText(key.id, `${id}.${time}`);
    if (!(await verifyText(key, decodeBase64Url(signature), text))) return null;
  }
  const ageMs = Date.now() - Number(time);
  const isFresh = ageMs <= FORM_MAX_AGE_MS && ageMs >= -CLOCK_SKEW_MS;
  return { id, madeAt: new Date(Number(time)).toISOString(), isFresh };
}

function signedText(keyId: string, text: string): string {
  return `${PURPOSE}\n${keyId}\n${text}`;
}
