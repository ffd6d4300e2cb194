import type { PageContext } from "../../shared/page-context.ts";
import { PATHS, withSearch } from "../../shared/paths.ts";
import { Island } from "../../ui/island.tsx";
import { MY_COURSE_COPY } from "./my-course-copy.ts";

const TITLE_ID = "je-bestellingen";

/**
 * The orders of a signed-in visitor. A script fetches them, because the page is the same for everybody. Only a browser
 * with a session displays this part and loads its script. Renders nothing if the shop has no accounts.
 */
export function MyOrders({ pageContext }: { pageContext: PageContext }) {
  if (pageContext.auth === null) return null;
  const { title, said, missing, again, signOut } = MY_COURSE_COPY.account;
  return (
    <>
      <Island name="signInWatch" when="idle" />
      <section className="my-orders wrap" aria-labelledby={TITLE_ID}>
        <Island name="myOrders" when="visible" props={{ dataUrl: PATHS.myOrders, copy: said }}>
          <h2 id={TITLE_ID} tabIndex={-1}>
            {title}
          </h2>
          <p role="status">{said.loading}</p>
          <template>
            <ol className="my-orders-list">
              <li>
                <a href={withSearch(PATHS.myCourse, pageContext.search)}>
                  <b>{MY_COURSE_COPY.mail.toOrder}</b> <span /> <span /> <span />
                </a>
              </li>
            </ol>
            <button className="button button-quiet button-small" type="button">
              {again}
            </button>
            <div className="my-orders-foot">
              <p className="note">{missing}</p>
              <button className="button button-quiet button-small" type="button">
                {signOut}
              </button>
            </div>
          </template>
        </Island>
      </section>
    </>
  );
}
