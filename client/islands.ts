import type { Checkout } from "./islands/checkout.tsx";
import type { enhance as consent } from "./islands/consent.ts";
import type { enhance as countdown } from "./islands/countdown.ts";
import type { enhance as examMap } from "./islands/exam-map.ts";
import type { enhance as fresh } from "./islands/fresh.ts";
import type { enhance as gift } from "./islands/gift.ts";
import type { enhance as giftForm } from "./islands/gift-form.ts";
import type { enhance as giftReplay } from "./islands/gift-replay.ts";
import type { enhance as giftShare } from "./islands/gift-share.ts";
import type { enhance as mockExam } from "./islands/mock-exam.ts";
import type { enhance as mockExamEnd } from "./islands/mock-exam-end.ts";
import type { enhance as mockExamResume } from "./islands/mock-exam-resume.ts";
import type { enhance as myOrders } from "./islands/my-orders.ts";
import type { enhance as nearestCentres } from "./islands/nearest-centres.ts";
import type { enhance as practicePopup } from "./islands/practice-popup.ts";
import type { enhance as printButton } from "./islands/print-button.ts";
import type { enhance as quizRedirect } from "./islands/quiz-redirect.ts";
import type { enhance as reviewsCarousel } from "./islands/reviews-carousel.ts";
import type { enhance as signInWatch } from "./islands/sign-in-watch.ts";
import type { enhance as video } from "./islands/video.ts";

/**
 * The island registry. An island's module is `islands/<its name in kebab-case>`, with one export: in a `.tsx` the
 * component that React hydrates, in a `.ts` the function `enhance` for the server's elements. The build finds the file,
 * the server names it in the page, and the loader imports it. So the loader needs no list of islands, and a page cannot
 * name an unknown island or give it wrong props.
 */
export type Islands = {
  checkout: typeof Checkout;
};

/** The islands without React. */
export type LightIslands = {
  consent: typeof consent;
  countdown: typeof countdown;
  examMap: typeof examMap;
  fresh: typeof fresh;
  gift: typeof gift;
  giftForm: typeof giftForm;
  giftReplay: typeof giftReplay;
  giftShare: typeof giftShare;
  mockExam: typeof mockExam;
  mockExamEnd: typeof mockExamEnd;
  mockExamResume: typeof mockExamResume;
  myOrders: typeof myOrders;
  nearestCentres: typeof nearestCentres;
  practicePopup: typeof practicePopup;
  printButton: typeof printButton;
  quizRedirect: typeof quizRedirect;
  reviewsCarousel: typeof reviewsCarousel;
  signInWatch: typeof signInWatch;
  video: typeof video;
};

export type LightIslandName = keyof LightIslands;
export type IslandName = keyof Islands | LightIslandName;

/**
 * When an island starts. `idle`: when the page is idle. `visible`: when it comes near the screen, but never while its
 * marker is not displayed. `touched`: when the visitor points at it, touches it or focuses it. A number: milliseconds
 * after the first paint.
 */
export type IslandWhen = "idle" | "visible" | "touched" | number;

/**
 * The values of `data-status` on an island's marker, in this order. `failed` may also follow `ready`; the server's
 * markup is then back and works without a script.
 */
export type IslandStatus = "waiting" | "loading" | "ready" | "failed";
