/**
 * The island registry: name -> the module that holds its component, loaded when the island is due. The server takes
 * only the type of this object, so that a page cannot name an island that does not exist or give it wrong props.
 */
export const islands = {
  checkout: () => import("./islands/checkout.tsx").then((module) => module.Checkout),
  consent: () => import("./islands/consent.tsx").then((module) => module.Consent),
  countdown: () => import("./islands/countdown.tsx").then((module) => module.Countdown),
  examMap: () => import("./islands/exam-map.tsx").then((module) => module.ExamMap),
  gift: () => import("./islands/gift.tsx").then((module) => module.Gift),
  interstitial: () => import("./islands/interstitial.tsx").then((module) => module.Interstitial),
  paymentReturn: () => import("./islands/payment-return.tsx").then((module) => module.PaymentReturn),
  practicePopup: () => import("./islands/practice-popup.tsx").then((module) => module.PracticePopup),
  quizRedirect: () => import("./islands/quiz-redirect.tsx").then((module) => module.QuizRedirect),
  printButton: () => import("./islands/print-button.tsx").then((module) => module.PrintButton),
  reviewsCarousel: () => import("./islands/reviews-carousel.tsx").then((module) => module.ReviewsCarousel),
  video: () => import("./islands/video.tsx").then((module) => module.VideoPlayer),
};

export type Islands = typeof islands;
export type IslandName = keyof Islands;

/** The component that an island's name loads. */
export type IslandComponent<Name extends IslandName> = Awaited<ReturnType<Islands[Name]>>;

/** When an island is hydrated: at once, when the page is idle, or when it comes near the screen. */
export type IslandWhen = "now" | "idle" | "visible";

/** What `data-status` on an island's marker says, in this order; `failed` leaves the server's markup working. */
export type IslandStatus = "waiting" | "loading" | "ready" | "failed";
