import { useEffect, useRef, useState } from "react";
import {
  CONSENT_LINK_ATTRIBUTE,
  CONSENT_STORAGE_KEY,
  type ConsentChoice,
  consentState,
  formatConsent,
  parseConsent,
} from "../../src/shared/consent.ts";
import { forgetMeasuring, loadTagManager, queueDefault, queueUpdate } from "../tag-manager.ts";

type ConsentProps = {
  /** The tag manager's container, `GTM-...`. */
  containerId: string;
  privacyHref: string;
  copy: {
    title: string;
    text: string;
    moreLabel: string;
    denyLabel: string;
    grantLabel: string;
    current: Readonly<Record<ConsentChoice, string>>;
  };
};

const LINKS = `[${CONSENT_LINK_ATTRIBUTE}]`;

/**
 * The bar that asks whether this visit may be measured. Until the answer is yes nothing is loaded; the answer is kept
 * for six months and can be changed with the page's link 'Cookievoorkeuren'. The server's markup is no bar at all,
 * which is right without JavaScript: nothing is measured then.
 */
export function Consent({ containerId, privacyHref, copy }: ConsentProps) {
  const [choice, setChoice] = useState<ConsentChoice | null>(null);
  const [isOpen, setOpen] = useState(false);
  const bar = useRef<HTMLElement>(null);
  /** The link that opened the bar; the focus goes back to it. Null when the bar came by itself. */
  const opener = useRef<HTMLElement>(null);

  useEffect(() => {
    queueDefault();
    const known = readChoice();
    setChoice(known);
    setOpen(known === null);
    if (known !== null) queueUpdate(consentState(known));
    if (known === "granted") loadTagManager(containerId);
  }, [containerId]);

  useEffect(() => {
    const open = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>(LINKS) : null;
      const isPress = event.type === "click" || (event instanceof KeyboardEvent && event.key === " ");
      if (link === null || !isPress) return;
      event.preventDefault();
      opener.current = link;
      setOpen(true);
      bar.current?.focus();
    };
    for (const link of document.querySelectorAll(LINKS)) link.setAttribute("role", "button");
    document.addEventListener("click", open);
    document.addEventListener("keydown", open);
    return () => {
      for (const link of document.querySelectorAll(LINKS)) link.removeAttribute("role");
      document.removeEventListener("click", open);
      document.removeEventListener("keydown", open);
    };
  }, []);

  // A bar that was asked for takes the focus; one that comes by itself leaves it where it is.
  useEffect(() => {
    if (isOpen && opener.current !== null) bar.current?.focus();
  }, [isOpen]);

  if (!isOpen) return null;

  const choose = (next: ConsentChoice) => {
    keepChoice(next);
    setChoice(next);
    setOpen(false);
    opener.current?.focus();
    opener.current = null;
    queueUpdate(consentState(next));
    if (next === "granted") loadTagManager(containerId);
    else forgetMeasuring();
  };
  return (
    <section ref={bar} className="consent-bar" aria-labelledby="consent-title" tabIndex={-1}>
      <div className="consent-bar-row wrap">
        <p>
          <b id="consent-title">{copy.title}</b>
          {copy.text} {choice === null ? null : `${copy.current[choice]} `}
          <a href={privacyHref}>{copy.moreLabel}</a>
        </p>
        <div className="consent-bar-choices">
          <button type="button" className="button button-small button-quiet" onClick={() => choose("denied")}>
            {copy.denyLabel}
          </button>
          <button type="button" className="button button-small button-quiet" onClick={() => choose("granted")}>
            {copy.grantLabel}
          </button>
        </div>
      </div>
    </section>
  );
}

function readChoice(): ConsentChoice | null {
  try {
    return parseConsent(localStorage.getItem(CONSENT_STORAGE_KEY), Date.now());
  } catch {
    return null;
  }
}

function keepChoice(choice: ConsentChoice): void {
  try {
    localStorage.setItem(CONSENT_STORAGE_KEY, formatConsent(choice, Date.now()));
  } catch {
    // Full or forbidden: it holds for this page, and the next one asks again.
  }
}
