import type { ReactElement } from "react";
import {
  answerGiftForm,
  type CheckedGift,
  sendGiftAnswer,
  sendGiftPage,
} from "../../gifts/giving/give-gift-handler.tsx";
import type { Settings } from "../../server/env.ts";
import { serveSharedPage } from "../../server/http/content-pages.tsx";
import type { AppContext } from "../../server/http/context.ts";
import { seeOther, wantsJson } from "../../server/http/json.ts";
import { createPageContext } from "../../server/http/page-context.ts";
import { isOffered, PRODUCT_IDS, type ProductId } from "../../shared/courses.ts";
import { type PageContext, unmeasured } from "../../shared/page-context.ts";
import { giftPaymentPath, PATHS, withSearch } from "../../shared/paths.ts";
import { digestOfWish } from "../purchase-identity.ts";
import { paymentConfig } from "./checkout-handler.tsx";
import { CheckoutPage } from "./checkout-page.tsx";

/**
 * `GET /cadeau-geven/{product}`: the payment step, without the gift: the script of the form has put it into the tab's
 * session storage, and another fills it in there. So a giver who comes back from a bank finds it again, and no text is in
 * an address.
 */
export async function serveGiftPayment(c: AppContext): Promise<Response> {
  const productId = PRODUCT_IDS.find((id) => giftPaymentPath(id) === c.get("path"));
  if (productId === undefined) return c.notFound() as Response;
  const { sellsGifts, links, search } = createPageContext(c);
  if (!sellsGifts || !isOffered(productId, links.checkout[productId]))
    return seeOther(c, withSearch(PATHS.giveGift, search));
  return serveEmptyStep(productId)(c);
}

const serveEmptyStep = (productId: ProductId) =>
  serveSharedPage((pageContext, c) => {
    const wish = { productId, recipient: "", giver: "", message: "", from: "now" };
    const settings = c.get("shop").settings;
    return giftPaymentPage(unmeasured({ ...pageContext, auth: null }), {
      settings,
      wish,
      giftDigest: "",
      isDraft: true,
    });
  });

/**
 * `POST /cadeau-geven`: answers the form of a gift with its payment step. The form's script asks for JSON: the checked
 * gift with the address of its payment. So with a script no page is the answer to a POST, and going back is always
 * possible. Without one there is no redirect to the payment step, because a typed text must not be in an address or in
 * storage before it is paid.
 */
export function handlePayGift(c: AppContext): Promise<Response> {
  return answerGiftForm(c, async (pageContext, gift) => {
    const giftDigest = await digestOfWish(gift.wish);
    if (wantsJson(c)) {
      const href = withSearch(giftPaymentPath(gift.wish.productId), pageContext.search);
      return sendGiftAnswer(c, 200, { draft: { ...gift, digest: giftDigest }, href });
    }
    return sendGiftPage(giftPaymentPage(pageContext, { settings: c.get("shop").settings, ...gift, giftDigest }));
  });
}

type GiftPayment = CheckedGift & { settings: Settings; giftDigest: string; isDraft?: true };

function giftPaymentPage(pageContext: PageContext, gift: GiftPayment): ReactElement {
  const { settings, giftDigest, wish, ...more } = gift;
  const delivered = more.deliverTo === undefined ? {} : { deliverTo: more.deliverTo };
  return (
    <CheckoutPage
      pageContext={pageContext}
      payment={paymentConfig(settings, { flow: pageContext.flow, giftDigest }, { gift: wish, ...delivered })}
      stripeApiBase={settings.stripeApiBase}
      hostedCheckoutUrl={null}
      gift={{ wish, ...more, action: withSearch(PATHS.giveGift, pageContext.search) }}
    />
  );
}
