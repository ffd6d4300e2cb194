import { INTERSTITIAL_KEYS, readInterstitialMap } from "../ledger/course-target.ts";
import { sql } from "../server/database.ts";
import { IN_PRODUCT_OFFER, OFFERS, type Offer, PRODUCTS } from "../shared/courses.ts";
import { PATHS } from "../shared/paths.ts";
import { formatMoment } from "../shared/time.ts";
import { actHref, TARGET_FIELD } from "./act-forms-handler.ts";
import { type ActRow, toAct } from "./acts.ts";
import { ACT_FIELDS } from "./acts-copy.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY, DESK_PATHS, euros } from "./desk-copy.ts";
import { type Block, type Field, type Screen, type Section, those } from "./desk-rules.ts";

/** `GET /beheer/doelen`: where buyers go after their payment; `?sleutel=`: the form that changes one. */

const COPY = DESK_COPY.targets;
/** The last change of each target: what was there before can come back. */
const LAST_CHANGES = `SELECT * FROM acts AS a WHERE act = 'target' AND state = 'done' AND before <> ''
  AND at = (SELECT max(at) FROM acts WHERE act = 'target' AND state = 'done' AND about = a.about)`;

export async function showTargets({ shop, params, visitor }: Desk): Promise<Screen> {
  const [read, [changes = []]] = await Promise.all([
    readInterstitialMap(shop.INTERSTITIALS),
    shop.ledger([sql(LAST_CHANGES)]),
  ]);
  if (read.status === "unavailable")
    return { title: COPY.title, sections: [{ blocks: [{ kind: "text", text: COPY.unavailable, tone: "bad" }] }] };
  const chosen = INTERSTITIAL_KEYS.find((key) => key === params.get(ACT_FIELDS.key));
  const screen = `${PATHS.desk}${DESK_PATHS.targets}`;
  const list: Block = {
    kind: "list",
    empty: "",
    items: INTERSTITIAL_KEYS.map((key) => {
      const target = read.value[key]?.target;
      const change = { text: COPY.change, href: `${screen}?${new URLSearchParams({ [ACT_FIELDS.key]: key })}` };
      return {
        title: sayKey(key),
        lines: [target === undefined ? COPY.missing : { text: target, href: target }],
        tone: target === undefined ? "bad" : "plain",
        ...(visitor.mayAct ? { aside: change } : {}),
      };
    }),
  };
  const last = changes.map(toAct).find(({ about }) => about === chosen);
  return {
    title: COPY.title,
    sections: those<Section>(
      chosen !== undefined && visitor.mayAct && changeSection(chosen, read.value[chosen]?.target, last),
      { blocks: [{ kind: "text", text: COPY.intro }, list, { kind: "text", text: COPY.elsewhere }] },
    ),
  };
}

/** The form that changes a target. `last`: what can come back. */
function changeSection(key: string, target = "", last?: ActRow): Section {
  const others = otherPricesOf(key).map((other) => sayKey(other).replace(/^[^,]*, /, ""));
  const fields = those<Field>(
    { ...TARGET_FIELD, value: target },
    others.length > 0 && { kind: "tick", name: ACT_FIELDS.others, label: COPY.others(others), isOptional: true },
  );
  const hidden = { [ACT_FIELDS.key]: key };
  const back = (act: ActRow) => ({
    text: COPY.previous(formatMoment(act.at)),
    href: actHref("target", { ...hidden, [ACT_FIELDS.url]: act.before }),
  });
  return {
    title: sayKey(key),
    blocks: those<Block>(
      { kind: "form", action: actHref("target"), method: "post", hidden, fields, button: COPY.preview },
      last !== undefined && { kind: "links", links: [back(last)] },
    ),
  };
}

export function sayKey(key: string): string {
  const offer = OFFERS.find((one) => one.key === key);
  if (offer === undefined) return COPY.own(PRODUCTS[IN_PRODUCT_OFFER.productId].name);
  return COPY.sells(PRODUCTS[offer.productId].name, euros(offer.priceCents));
}

export function otherPricesOf(key: string): readonly string[] {
  const keys: readonly Pick<Offer, "key" | "productId">[] = [...OFFERS, IN_PRODUCT_OFFER];
  const productId = keys.find((one) => one.key === key)?.productId;
  return keys.filter((one) => one.productId === productId && one.key !== key).map((one) => one.key);
}
