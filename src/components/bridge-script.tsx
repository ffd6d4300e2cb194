import { CLIENT } from "../client-manifest.ts";
import type { BridgeProps } from "../shared/interstitial.ts";

/** The script that counts a sale and leads on (client/bridge.ts), with what it has to know. The page's policy names its hash. */
export function BridgeScript(props: BridgeProps) {
  return <script data-props={JSON.stringify(props)} dangerouslySetInnerHTML={{ __html: CLIENT.bridge.code }} />;
}
