import { FromPrice } from "../../courses/from-price.tsx";
import { Guarantee } from "../../courses/guarantee.tsx";
import { Trust } from "../../courses/trust.tsx";
import { isOffered, ownCheckoutPrice, PRODUCT_IDS, PRODUCTS } from "../../shared/courses.ts";
import { DEFAULT_GIFT } from "../../shared/gift.ts";
import { formatPrice } from "../../shared/money.ts";
import type { PageContext } from "../../shared/page-context.ts";
import { PATHS, withSearch } from "../../shared/paths.ts";
import { lastFieldDay } from "../../shared/time.ts";
import { BulletList } from "../../ui/bullet-list.tsx";
import { Document } from "../../ui/document.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { titleOfForm } from "../../ui/form-copy.ts";
import { ArrowRight } from "../../ui/icon.tsx";
import { Island } from "../../ui/island.tsx";
import { PageQuestions } from "../../ui/page-questions.tsx";
import { InlinePicture } from "../../ui/picture.tsx";
import { RouteSteps } from "../../ui/route-steps.tsx";
import { Section } from "../../ui/section.tsx";
import { BRAND } from "../../ui/site-copy.ts";
import { faqPage } from "../../ui/structured-data-markup.ts";
import { Logo } from "../../ui/symbols.tsx";
import { GIFT_PRODUCTS } from "../gift-products-copy.ts";
import { GiftNight } from "../gift-scene.tsx";
import {
  EMPTY_GIFT,
  EXAMPLE_IDS,
  formatCardDay,
  type GiftChoice,
  type GiftProblems,
  type TypedGift,
} from "../give-gift-rules.ts";
import { GiftForm } from "./gift-fields.tsx";
import { giftOffer } from "./gift-offer-markup.ts";
import { GIVE_GIFT_COPY, giftErrors } from "./give-gift-copy.ts";
import { NoGiftsPage } from "./no-gifts-page.tsx";

type GiveGiftPageProps = {
  pageContext: PageContext;
  typed?: TypedGift;
  problems?: GiftProblems;
  /** Whether the request was not a form of ours. */
  isUnreadable?: boolean;
};

const FORM_ID = "maak-je-cadeau";

/** Giving a course away: an explanation, an example of unwrapping, and the form that makes the gift. */
export function GiveGiftPage(props: GiveGiftPageProps) {
  const { pageContext } = props;
  return pageContext.sellsGifts ? <GiftMaker {...props} /> : <NoGiftsPage pageContext={pageContext} />;
}

function GiftMaker({ pageContext, typed = EMPTY_GIFT, problems = {}, isUnreadable = false }: GiveGiftPageProps) {
  const { meta, crumb, hero, steps, questions, formTitle, form, withoutScript } = GIVE_GIFT_COPY;
  const errors = giftErrors(problems);
  const texts = Object.fromEntries(errors.map(({ field, text }) => [field, text]));
  const { counted, countedCut, remaining, tooMany, example } = form;
  const choices = choicesIn(pageContext);
  const lastDay = lastFieldDay(pageContext.year);
  return (
    <Document
      pageContext={pageContext}
      meta={{ ...meta, title: titleOfForm(meta.title, errors.length > 0) }}
      index="index"
      socialImage="give"
      stylesheet="styles-give"
      crumb={crumb}
      structuredData={[giftOffer(pageContext, crumb, meta.description), faqPage(questions.items)]}
    >
      <div className="give hero charted">
        <div className="give-columns stack wrap">
          <div className="give-hero">
            <p className="topic">{hero.eyebrow}</p>
            <h1>{hero.title}</h1>
            <p className="lead">{hero.lead}</p>
            <BulletList items={hero.bullets(isOffered("KVB1_KVB2", pageContext.links.checkout.KVB1_KVB2))} />
            <div className="hero-order">
              <FromPrice pageContext={pageContext} />{" "}
              <a className="button" href={`#${FORM_ID}`}>
                {hero.start} <ArrowRight />
              </a>
              <Guarantee {...hero.guarantee} />
            </div>
            <Trust pageContext={pageContext} />
          </div>
          <Stage typed={typed} />
          <section className="give-make card card-raised" id={FORM_ID} aria-labelledby={`${FORM_ID}-kop`}>
            <h2 id={`${FORM_ID}-kop`}>{formTitle}</h2>
            <noscript>
              <p className="give-without-script">{withoutScript}</p>
            </noscript>
            {isUnreadable ? <Unreadable /> : null}
            <ErrorSummary heading="h3" errors={errors} />
            <Island
              name="giftForm"
              when={0}
              props={{
                choices: choices.map(({ id, title }) => ({ id, title })),
                isGivenBack: typed.recipient + typed.giver + typed.message + typed.day + typed.deliverTo !== "",
                lastDay,
                copy: { counted, countedCut, remaining, tooMany, example },
              }}
            >
              <GiftForm
                action={withSearch(PATHS.giveGift, pageContext.search)}
                choices={choices}
                typed={typed}
                problems={texts}
                lastDay={lastDay}
              />
            </Island>
          </section>
        </div>
      </div>
      <Section title={steps.title} on="land">
        <RouteSteps steps={steps.items} />
      </Section>
      <PageQuestions pageContext={pageContext} title={questions.title} items={questions.items} />
    </Document>
  );
}

function choicesIn({ flow, links }: PageContext): readonly GiftChoice[] {
  return PRODUCT_IDS.filter((id) => isOffered(id, links.checkout[id])).map((id) => ({
    id,
    name: PRODUCTS[id].name,
    price: formatPrice(ownCheckoutPrice(id, flow, true) ?? 0),
    waters: GIVE_GIFT_COPY.waters[id],
    title: GIFT_PRODUCTS[id].title,
  }));
}

function Unreadable() {
  const { title, text } = GIVE_GIFT_COPY.unreadable;
  return (
    <div className="form-alert" role="alert">
      <h3>{title}</h3>
      <p>{text}</p>
    </div>
  );
}

/** A small example of the recipient's view: the parcel is unwrapped once, and the card stays. */
function Stage({ typed }: { typed: TypedGift }) {
  const { stage, form } = GIVE_GIFT_COPY;
  const day = typed.isForDay ? formatCardDay(typed.day) : "";
  const { recipient, giver } = typed;
  const productId = PRODUCT_IDS.find((id) => id === typed.product) ?? DEFAULT_GIFT;
  return (
    <figure className="give-stage" aria-label={stage.label}>
      <div className="give-scene">
        <div className="gift give-night" aria-hidden="true">
          <GiftNight />
        </div>
        <div className="give-card chart-frame">
          <div className="give-card-head">
            <span className="give-card-logo">
              <Logo size={28} />
              {BRAND}
            </span>
            <InlinePicture name="gift-stamp" className="gift-drawing give-stamp" />
          </div>
          <p className="give-card-title" id={EXAMPLE_IDS.title}>
            {GIFT_PRODUCTS[productId].title}
          </p>
          <p className="give-card-giver">
            {stage.from} <bdi id={EXAMPLE_IDS.giver}>{giver.trim() === "" ? form.example.giver : giver}</bdi>
          </p>
          <p className="give-card-recipient">
            {stage.for}{" "}
            <bdi id={EXAMPLE_IDS.recipient}>{recipient.trim() === "" ? form.example.recipient : recipient}</bdi>
          </p>
          <p className="give-card-message" id={EXAMPLE_IDS.message} dir="auto">
            {typed.message.trim() === "" ? form.example.message : typed.message}
          </p>
          <p className="give-card-day" id={EXAMPLE_IDS.day} hidden={day === ""}>
            {day}
          </p>
        </div>
      </div>
      <figcaption className="give-caption note">
        {stage.caption}
        <Island name="giftReplay" when="visible">
          <button type="button" className="text-button">
            {stage.replay}
          </button>
        </Island>
      </figcaption>
    </figure>
  );
}
