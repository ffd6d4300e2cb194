import { DELIVERY_LIFE, type DeliveryState } from "../ledger/delivery-life-rules.ts";
import { mayHappenIn } from "../ledger/life-rules.ts";
import { formatOrderNumber } from "../ledger/order-rules.ts";
import { kvStoreOf } from "../server/kv-store.ts";
import { connectStripe, type ShopAccess } from "../server/stripe.ts";
import { isEmailAddress } from "../shared/email-address.ts";
import { PATHS } from "../shared/paths.ts";
import { readEmailText } from "../shared/typed-values.ts";
import { type ActRefusal, type Asked, defineAct } from "./act.ts";
import { ACT_FIELDS, ACTS_COPY } from "./acts-copy.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY, DESK_PATHS } from "./desk-copy.ts";
import { erasePerson } from "./erase-person.ts";
import { type Person, type Split, splitPerson } from "./person.ts";
import { askPerson, isUnknown, MOST_SHOWN } from "./person-handler.ts";

/** Erases what the law lets go of a person (art. 17 GDPR), here and at Stripe. */

const COPY = ACTS_COPY.erase;

export const previewErasure = defineAct(COPY, askedPerson, async (desk, { person, split, access, email }) => {
  const { going, needed, staying } = split;
  const sayStays = (isOpen: boolean) => (isOpen ? COPY.withdrawalStays : COPY.withdrawalKept);
  if (isUnknown(going)) {
    const stays = [
      ...[...needed].map(([intentId, why]) => `${formatOrderNumber(intentId)} ${COPY.needed[why]}.`),
      ...staying.map(({ reference, isOpen }) => `${reference} ${sayStays(isOpen)}.`),
    ];
    return [COPY.nothing, ...someOf(stays)].join(" ");
  }
  const count = going.orders.length;
  return {
    what: COPY.what(count),
    before: "",
    alsoFacts: [
      [
        COPY.orders,
        person.orders.map(({ intentId, order, delivery }) => {
          const why = needed.get(intentId);
          const said =
            why !== undefined ? COPY.needed[why] : order?.status === "paid" ? COPY.goesPaid : COPY.goesUnpaid;
          const isWaiting = delivery !== null && mayHappenIn<DeliveryState>(DELIVERY_LIFE.eraseGiver, delivery.state);
          return `${formatOrderNumber(intentId)}: ${said}${why === undefined && isWaiting ? COPY.giftStops : ""}`;
        }),
      ],
      [
        COPY.withdrawals,
        someOf([
          ...going.withdrawals.map(({ reference }) => `${reference}: ${COPY.withdrawalGoes}`),
          ...staying.map(({ reference, isOpen }) => `${reference}: ${sayStays(isOpen)}`),
        ]),
      ],
      [COPY.others, [...going.mentions.map(() => COPY.mentionGoes), ...going.deliveries.map(() => COPY.deliveryGoes)]],
    ],
    button: COPY.button(count),
    async perform() {
      const stripe = await connectStripe(access);
      const places = { ledger: desk.shop.ledger, gifts: kvStoreOf(desk.shop.GIFTS), stripe };
      const outcome = await erasePerson(places, email, going, desk.shop.now);
      if (outcome.status === "erased") return { state: "done", said: COPY.done };
      return { state: "unknown", said: COPY.stopped[outcome.at] };
    },
  };
});

/** The first of a list that anybody can make long, and a count of the others. */
function someOf(lines: readonly string[]): readonly string[] {
  const more = lines.length - MOST_SHOWN;
  return more > 0 ? [...lines.slice(0, MOST_SHOWN), COPY.more(more)] : lines;
}

type AskedPerson = Asked & { email: string; person: Person; split: Split; access: ShopAccess };

async function askedPerson(desk: Desk): Promise<AskedPerson | ActRefusal> {
  const email = readEmailText(desk.params.get(ACT_FIELDS.address) ?? "");
  const screen = `${PATHS.desk}${DESK_PATHS.person}`;
  if (!isEmailAddress(email)) return { refusal: DESK_COPY.person.invalid, back: screen };
  const back = `${screen}?${new URLSearchParams(desk.query)}`;
  const access = desk.shop.stripe;
  const { person, isStripeAsked } = await askPerson(desk, email);
  // Nothing may be left behind there.
  if (access === null || !isStripeAsked) return { refusal: DESK_COPY.trouble.stripe, back };
  if (isUnknown(person)) return { refusal: DESK_COPY.person.nothing, back };
  const split = splitPerson(person, desk.shop.now);
  return { email, person, split, access, about: `${split.going.orders.length}`, back, facts: [[COPY.address, email]] };
}
