import { openSealed, sealText } from "../server/sealing.ts";
import type { Shop } from "../server/shop.ts";
import type { Purpose } from "../server/signing.ts";
import { DAY_S } from "../shared/time.ts";
import { FILTER_PARAMETER } from "./desk-rules.ts";
import type { DeskVisitor } from "./desk-visitor-rules.ts";

/** What a screen of the desk may use: the request's query or form, who asks, and the shop. */
export type Desk = {
  shop: Shop;
  visitor: DeskVisitor;
  params: URLSearchParams;
  /** The query of the request: an address with it shows the same again. */
  query: Readonly<Record<string, string>>;
  origin: string;
};

/** The query parameter with what was typed. Names and addresses of people stay out of histories and logs: they are sealed. */
const SEALED_PARAMETER = "vorm";
const PURPOSE = "vaarkoers desk form" satisfies Purpose;
/** Longer addresses are not taken everywhere. */
const MOST_LETTERS = 7000;
/** A history keeps addresses for months. */
const MAX_AGE_S = DAY_S;

/** The query of a form's fields, sealed for whoever sent it. Null without a key, or if they are too long for an address. */
export async function sealFields({ shop, visitor, params }: Desk): Promise<string | null> {
  const { [FILTER_PARAMETER]: filter, ...typed } = Object.fromEntries([...params].filter(([, value]) => value !== ""));
  const query = new URLSearchParams(filter === undefined ? {} : { [FILTER_PARAMETER]: filter });
  if (Object.keys(typed).length > 0) {
    const sealed = await sealText(shop, PURPOSE, visitor.email, JSON.stringify(typed), MAX_AGE_S);
    if (sealed === null || sealed.length > MOST_LETTERS) return null;
    query.set(SEALED_PARAMETER, sealed);
  }
  return `${query}`;
}

/** Whether an address shows the same screen again. Without a key, what was typed stands in none. */
export function hasAddress({ params, query }: Desk): boolean {
  return params.size === 0 || Object.keys(query).length > 0;
}

/** The same desk with the fields that are sealed in its query. What does not open is not there. */
export async function openFields(desk: Desk): Promise<Desk> {
  const sealed = desk.params.get(SEALED_PARAMETER);
  if (sealed === null) return desk;
  const opened = await openSealed(desk.shop, PURPOSE, desk.visitor.email, sealed);
  const others = new URLSearchParams(desk.params);
  others.delete(SEALED_PARAMETER);
  return withFields({ ...desk, params: others }, JSON.parse(opened ?? "{}") as Record<string, string>);
}

/** The same desk with more fields, which come before its own. */
export function withFields(desk: Desk, fields: Readonly<Record<string, string>>): Desk {
  return { ...desk, params: new URLSearchParams([...Object.entries(fields), ...desk.params]) };
}
