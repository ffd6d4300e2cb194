import { COURSE_IDS, COURSES, coursePrice, FLOWS } from "../../src/shared/courses.ts";
import { formatPrice } from "../../src/shared/money.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { allowMethods, type Exchange } from "./http.ts";
import { html, page } from "./layout.ts";
import { sendPage } from "./pages.ts";

/** `GET /`: says what this server pretends to be. */
export function handleHomePage(exchange: Exchange, shopOrigin: string): boolean {
  if (exchange.url.pathname !== "/") return false;
  if (!allowMethods(exchange, ["GET"])) return true;
  return sendPage(exchange, 200, homePage(shopOrigin));
}

function homePage(shopOrigin: string): string {
  return page({
    title: "De buitenwereld",
    role: "alles buiten de winkel",
    wide: true,
    content: html`
<h1>De buitenwereld van de winkel</h1>
<p class="lead">De winkel draait op <a href="${shopOrigin}${PATHS.home}">${shopOrigin}</a>. Alles waar ze naar verwijst of mee praat, staat hier.</p>
<h2>Kassa’s</h2>
<div class="scroll"><table>
<thead><tr><th scope="col">Cursus</th>${FLOWS.map((flow) => html`<th scope="col">${flow === "none" ? "Normaal" : `Actie ${flow}`}</th>`)}</tr></thead>
<tbody>${COURSE_IDS.map(
      (id) =>
        html`<tr><th scope="row">${COURSES[id].name}</th>${FLOWS.map(
          (flow) => html`<td><a href="/checkout/${id}/${flow}">${formatPrice(coursePrice(flow).priceCents)}</a></td>`,
        )}</tr>`,
    )}</tbody>
</table></div>
<h2>Pagina’s</h2>
<ul>
<li><a href="/oefenen">Oefenapp</a></li>
<li><a href="/cursus/kvb1">Cursus na betaling</a></li>
<li><a href="/activeren">Cadeau innen</a></li>
<li><a href="/video/intro">Video</a></li>
<li><a href="/tiles/7/65/42.png">Kaarttegel</a></li>
</ul>`,
  });
}
