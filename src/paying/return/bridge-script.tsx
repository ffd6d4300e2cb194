import { CLIENT } from "../../ui/client-manifest.ts";
import type { BridgeProps } from "./interstitial-rules.ts";

/**
 * The script that counts a sale and goes to the target (client/bridge.ts), with its data. The page's policy allows it
 * by its hash.
 */
export function BridgeScript(props: BridgeProps) {
  return <script data-props={JSON.stringify(props)} dangerouslySetInnerHTML={{ __html: CLIENT.bridge.code }} />;
}
