import type { Checkout } from "./islands/checkout.tsx";
import type { Consent } from "./islands/consent.tsx";
import type { Countdown } from "./islands/countdown.tsx";
import type { ExamMap } from "./islands/exam-map.tsx";
import type { Gift } from "./islands/gift.tsx";
import type { GiftForm } from "./islands/gift-form.tsx";
import type { GiftReplay } from "./islands/gift-replay.tsx";
import type { PracticePopup } from "./islands/practice-popup.tsx";
import type { PrintButton } from "./islands/print-button.tsx";
import type { QuizRedirect } from "./islands/quiz-redirect.tsx";
import type { ReviewsCarousel } from "./islands/reviews-carousel.tsx";
import type { VideoPlayer } from "./islands/video.tsx";

/**
 * The island registry: names and components. An island's module is `islands/<its name in kebab-case>.tsx` and exports
 * the component alone. The build finds its file, the server names that file in the page, and the loader imports it: so
 * the loader knows of no island, and a page cannot name one that does not exist or give it wrong props.
 */
export type Islands = {
  checkout: typeof Checkout;
  consent: typeof Consent;
  countdown: typeof Countdown;
  examMap: typeof ExamMap;
  gift: typeof Gift;
  giftForm: typeof GiftForm;
  giftReplay: typeof GiftReplay;
  practicePopup: typeof PracticePopup;
  quizRedirect: typeof QuizRedirect;
  printButton: typeof PrintButton;
  reviewsCarousel: typeof ReviewsCarousel;
  video: typeof VideoPlayer;
};

export type IslandName = keyof Islands;

/** The component that an island's name loads. */
export type IslandComponent<Name extends IslandName> = Islands[Name];

/**
 * When an island is hydrated: at once, when the page is idle, when it comes near the screen, when the visitor points at
 * it, touches it or moves the focus to it, or after so many milliseconds on the page.
 */
export type IslandWhen = "now" | "idle" | "visible" | "touched" | number;

/**
 * What `data-status` on an island's marker says, in this order. `failed`, which may also come after `ready`, leaves the
 * server's markup, which works as it does without JavaScript.
 */
export type IslandStatus = "waiting" | "loading" | "ready" | "failed";
