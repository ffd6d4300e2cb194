import { StartError } from "../outside-world/ports.ts";
import { type Shop, type ShopOptions, startShop } from "../outside-world/shop.ts";

const ATTEMPTS = 3;

/**
 * A shop on free ports, for tests that run at the same time: wrangler also takes ports of its own, and may lose one to
 * another that starts at the same moment ("Address already in use"). Then it is started again.
 */
export async function startTestShop(options: Omit<ShopOptions, "port" | "outsidePort" | "output">): Promise<Shop> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startShop({ port: 0, outsidePort: 0, output: "ignore", ...options });
    } catch (error) {
      if (!(error instanceof StartError) || attempt === ATTEMPTS) throw error;
    }
  }
}
