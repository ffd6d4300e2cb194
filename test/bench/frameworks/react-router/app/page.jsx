import { useLoaderData } from "react-router";
import { frameOf, Kvb1Page } from "../../page.js";

export function loader({ request }) {
  return frameOf(request);
}

export default function Page() {
  return <Kvb1Page frame={useLoaderData()} />;
}
