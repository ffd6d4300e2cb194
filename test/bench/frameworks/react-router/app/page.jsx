import { useLoaderData } from "react-router";
import { Kvb1Page, pageContextOf } from "../../page.js";

export function loader({ request }) {
  return pageContextOf(request);
}

export default function Page() {
  return <Kvb1Page pageContext={useLoaderData()} />;
}
