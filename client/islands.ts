/**
 * The island registry. An island's module is `islands/<its name in kebab-case>`, with one export, `enhance`, which works on
 * the server's elements. The build finds the file, the server names it in the page, and the loader imports it. So the
 * loader needs no list of islands, and a page cannot name an unknown island or give it wrong props.
 */
export type Islands = {
  checkout: typeof import("./islands/checkout.tsx").enhance;
  consent: typeof import("./islands/consent.ts").enhance;
  countdown: typeof import("./islands/countdown.ts").enhance;
  examMap: typeof import("./islands/exam-map.ts").enhance;
  fresh: typeof import("./islands/fresh.ts").enhance;
  gift: typeof import("./islands/gift.ts").enhance;
  giftForm: typeof import("./islands/gift-form.ts").enhance;
  giftReplay: typeof import("./islands/gift-replay.ts").enhance;
  giftShare: typeof import("./islands/gift-share.ts").enhance;
  mockExam: typeof import("./islands/mock-exam.ts").enhance;
  mockExamEnd: typeof import("./islands/mock-exam-end.ts").enhance;
  mockExamResume: typeof import("./islands/mock-exam-resume.ts").enhance;
  myOrders: typeof import("./islands/my-orders.ts").enhance;
  practicePopup: typeof import("./islands/practice-popup.ts").enhance;
  printButton: typeof import("./islands/print-button.ts").enhance;
  quizRedirect: typeof import("./islands/quiz-redirect.ts").enhance;
  reviewsCarousel: typeof import("./islands/reviews-carousel.ts").enhance;
  signInWatch: typeof import("./islands/sign-in-watch.ts").enhance;
  video: typeof import("./islands/video.ts").enhance;
};

export type IslandName = keyof Islands;

/**
 * Makes the server's markup interactive. Whatever it throws, or rejects with, before it works is as if it had never begun:
 * the server's markup is put back. `fail` says the same later, of an island that has emptied its marker.
 */
export type Enhance<Props> = (root: HTMLElement, props: Props, fail: (error: unknown) => void) => unknown;

/**
 * When an island starts. `idle`: when the page is idle. `visible`: when it comes near the screen, but never while its
 * marker is not displayed. `touched`: when the visitor points at it, touches it or focuses it. A number: milliseconds
 * after the first paint.
 */
export type IslandWhen = "idle" | "visible" | "touched" | number;

/** The values of `data-status` on an island's marker, in this order. `failed` may also follow `ready`. */
export type IslandStatus = "waiting" | "loading" | "ready" | "failed";
