import { INTERSTITIAL_KEYS, readInterstitialMap } from "../ledger/course-target.ts";
import { sql } from "../server/database.ts";
import { IN_PRODUCT_OFFER, OFFERS, type Offer, PRODUCTS } from "../shared/courses.ts";
import { PATHS } from "../shared/paths.ts";
import { formatMoment } from "../shared/time.ts";
import { actHref } from "./act-forms-handler.ts";
import { toAct } from "./acts.ts";
import { ACT_FIELDS } from "./acts-copy.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY, DESK_PATHS, euros } from "./desk-copy.ts";
import type { Block, Screen, Section } from "./desk-rules.ts";

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
  const form: readonly Section[] =
    chosen === undefined || !visitor.mayAct
      ? []
      : [
          {
            title: sayKey(chosen),
            blocks: [
              {
                kind: "form",
                form: {
                  action: actHref("target"),
                  method: "post",
                  hidden: { [ACT_FIELDS.key]: chosen },
                  fields: [
                    {
                      kind: "url",
                      name: ACT_FIELDS.url,
                      label: COPY.url,
                      hint: COPY.urlHint,
                      value: read.value[chosen]?.target ?? "",
                      required: true,
                    },
                    ...(otherPricesOf(chosen).length === 0
                      ? []
                      : [
                          {
                            kind: "tick" as const,
                            name: ACT_FIELDS.others,
                            label: COPY.others(otherPricesOf(chosen).map((key) => sayKey(key).replace(/^[^,]*, /, ""))),
                            isOptional: true,
                          },
                        ]),
                  ],
                  button: COPY.preview,
                },
              },
              ...(last === undefined
                ? []
                : [
                    {
                      kind: "links" as const,
                      links: [
                        {
                          text: COPY.previous(formatMoment(last.at)),
                          href: actHref("target", { [ACT_FIELDS.key]: chosen, [ACT_FIELDS.url]: last.before }),
                        },
                      ],
                    },
                  ]),
            ],
          },
        ];
  return {
    title: COPY.title,
    sections: [...form, { blocks: [{ kind: "text", text: COPY.intro }, list, { kind: "text", text: COPY.elsewhere }] }],
  };
}

/** What a key sells, and for how much. */
export function sayKey(key: string): string {
  const offer = OFFERS.find((one) => one.key === key);
  if (offer === undefined) return COPY.own(PRODUCTS[IN_PRODUCT_OFFER.productId].name);
  return COPY.sells(PRODUCTS[offer.productId].name, euros(offer.priceCents));
}

/** The keys of the other prices of what a key sells. */
export function otherPricesOf(key: string): readonly string[] {
  const keys: readonly Pick<Offer, "key" | "productId">[] = [...OFFERS, IN_PRODUCT_OFFER];
  const productId = keys.find((one) => one.key === key)?.productId;
  return keys.filter((one) => one.productId === productId && one.key !== key).map((one) => one.key);
}
