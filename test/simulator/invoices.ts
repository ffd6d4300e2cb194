import { INVOICE_FIELDS, INVOICE_PARAMETER, INVOICE_VALUES } from "../../src/ledger/invoice-rules.ts";
import { createOrderToken } from "../../src/ledger/order-token.ts";
import { openShop } from "../../src/server/shop.ts";
import { orderPath } from "../../src/shared/paths.ts";
import { sleep } from "./clock.ts";
import { COMPANY, OTHER_COMPANY } from "./purchases.ts";
import type { Step } from "./story.ts";
import { shortId } from "./words.ts";
import type { World } from "./world.ts";

/** A company's form on the order page: it asks for an invoice, or corrects the one that the page shows. */

type Act = Extract<Step, { do: "invoice" }>;

/** The number in the page's form, which that form replaces. */
const REPLACES = new RegExp(`name="${INVOICE_FIELDS.replaces}" value="([^"]+)"`);

export async function askForInvoice(
  world: World,
  intentId: string,
  { isOther, clicks, apartMs }: Pick<Act, "isOther" | "clicks" | "apartMs">,
): Promise<void> {
  const token = await createOrderToken(openShop(world.envAt("AMS")), intentId);
  if (token === null) return;
  world.secrets.add(token);
  const url = `${world.shopOrigin}${orderPath(token)}`;
  try {
    const page = await (await world.fromBrowser(new Request(url))).text();
    const { company, address, vatId } = isOther ? OTHER_COMPANY : COMPANY;
    const body = String(
      new URLSearchParams({
        [INVOICE_FIELDS.company]: company,
        [INVOICE_FIELDS.address]: address,
        [INVOICE_FIELDS.vatId]: vatId,
        [INVOICE_FIELDS.replaces]: REPLACES.exec(page)?.[1] ?? "",
      }),
    );
    await Promise.all(
      Array.from({ length: clicks }, async (_, index) => {
        await sleep(index * apartMs);
        const headers = { "content-type": "application/x-www-form-urlencoded" };
        const form = `${url}?${INVOICE_PARAMETER}=${INVOICE_VALUES.form}`;
        const { status } = await world.fromBrowser(new Request(form, { method: "POST", headers, body }));
        world.note(`The page of ${shortId(intentId)} answers the company ${status}.`);
        if (status === 303) world.invoiced.add(intentId);
      }),
    );
  } catch {
    world.note("The company gets no answer.");
  }
}
