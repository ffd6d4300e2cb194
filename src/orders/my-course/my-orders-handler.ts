import { describeItem } from "../../courses/products-copy.ts";
import { formatOrderNumber } from "../../ledger/order-rules.ts";
import { createOrderPath } from "../../ledger/order-token.ts";
import { findOrdersOf, type PaidOrder } from "../../ledger/orders.ts";
import { bearerToken, checkAccessToken } from "../../server/accounts.ts";
import type { AppContext } from "../../server/http/context.ts";
import { readHeader } from "../../server/http/header.ts";
import { apiError, apiHeaders, refuseToken, tooManyRequests, unavailable } from "../../server/http/json.ts";
import { isWithinLimit } from "../../server/http/rate-limit.ts";
import { traced } from "../../server/http/trace.ts";
import type { Shop } from "../../server/shop.ts";
import { formatDay } from "../../shared/time.ts";
import { sayMoney } from "./my-course-copy.ts";
import type { MyOrder } from "./my-course-rules.ts";

/** The cost of a request, of the 60 a minute of `ORDER_LIMIT`: twenty a minute. */
const COST = 3;
const PURPOSE = "my orders";

/**
 * `GET /api/my-orders`: answers `{orders}` (`MyOrder`), the paid orders of the account of the request's token, newest
 * first. 401 without a valid token; 503 if it cannot be checked now, or the ledger is away. The page that shows them is
 * the same for everybody. Only the token's verified user id counts, because its e-mail address need not be proven
 * (record 0056).
 */
export async function serveMyOrders(c: AppContext): Promise<Response> {
  const { auth } = c.get("shop").settings;
  // Without accounts nobody can be signed in.
  if (auth === null) return apiError(c, "not_found");
  if (!(await isWithinLimit(c, "ORDER_LIMIT", PURPOSE, COST))) return tooManyRequests(c);
  const token = bearerToken(readHeader(c, "authorization"));
  if (token === null) return refuseToken(c, null);
  const check = await checkAccessToken(auth.url, token, c.get("shop").requestId);
  if (check.status === "invalid") return refuseToken(c, check.reason);
  // The account could not be checked. That has been logged, as what the ledger cannot do is.
  // Without its keys the shop has no address of any order's page.
  if (check.status !== "valid" || c.get("shop").keys.length === 0) return unavailable(c);
  try {
    const found = await traced(c, "ledger", findOrdersOf(c.get("shop").ledger, "userId", check.userId), () => "read");
    const orders = await Promise.all(found.map((order) => describe(c.get("shop"), order)));
    return c.json({ orders: orders.filter((order) => order !== null) }, 200, apiHeaders());
  } catch {
    return unavailable(c);
  }
}

/** An order as the list shows it. Null if its page has no address, because its payment's id cannot be signed. */
async function describe(shop: Shop, order: PaidOrder): Promise<MyOrder | null> {
  const path = await createOrderPath(shop, order.intentId);
  if (path === null) return null;
  return {
    item: describeItem(order.gift?.productId ?? order.productId, order.gift !== undefined),
    date: formatDay(order.boughtAt),
    state: sayMoney(order),
    number: formatOrderNumber(order.intentId),
    path,
  };
}
