import type { Shop } from "../../server/shop.ts";
import { isSigned, signName } from "../../server/signing.ts";

/**
 * The signed name of a withdrawal's second form, `{UUID}.{milliseconds since 1970}.{key id}.{signature}`, made when the
 * first form was sent. It holds the time that will be recorded, so every press of the button is the same
 * withdrawal. Nothing is stored. Without a configured key a name is not signed: a missing key must not take away anybody's
 * right to withdraw.
 */

const NAME =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.(\d{13})(?:\.([a-z0-9]{1,16})\.([\w-]{43}))?$/;
/**
 * How long the button is valid, milliseconds. So the recorded time is at most this much earlier than the press. A
 * slower visitor is asked to check the form again.
 */
const FORM_MAX_AGE_MS = 30 * 60_000;
/** More than the clocks of two isolates differ. */
const CLOCK_SKEW_MS = 60_000;

/** `madeAt`: when the first form was sent, ISO 8601. `isFresh`: its button is still valid. */
export type FormName = { id: string; madeAt: string; isFresh: boolean };

export async function createFormName(shop: Shop): Promise<string> {
  const text = `${crypto.randomUUID()}.${shop.now.getTime()}`;
  const made = await signName(shop, "vaarkoers withdrawal form", text);
  return made === null ? text : `${text}.${made.keyId}.${made.signature}`;
}

/** Reads a name. Null if we did not make it. */
export async function readFormName(shop: Shop, name: string): Promise<FormName | null> {
  const [, id, time, keyId, signature] = NAME.exec(name) ?? [];
  if (id === undefined || time === undefined) return null;
  const isOurs =
    keyId === undefined || signature === undefined
      ? shop.keys.length === 0
      : await isSigned(shop, "vaarkoers withdrawal form", `${id}.${time}`, keyId, signature);
  if (!isOurs) return null;
  const ageMs = shop.now.getTime() - Number(time);
  const isFresh = ageMs <= FORM_MAX_AGE_MS && ageMs >= -CLOCK_SKEW_MS;
  return { id, madeAt: new Date(Number(time)).toISOString(), isFresh };
}
