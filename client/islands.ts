import type { Checkout } from "./islands/checkout.tsx";
import type { enhance as consent } from "./islands/consent.ts";
import type { enhance as countdown } from "./islands/countdown.ts";
import type { ExamMap } from "./islands/exam-map.tsx";
import type { Gift } from "./islands/gift.tsx";
import type { GiftForm } from "./islands/gift-form.tsx";
import type { enhance as giftReplay } from "./islands/gift-replay.ts";
import type { enhance as giftShare } from "./islands/gift-share.ts";
import type { enhance as mockExam } from "./islands/mock-exam.ts";
import type { enhance as mockExamEnd } from "./islands/mock-exam-end.ts";
import type { enhance as mockExamResume } from "./islands/mock-exam-resume.ts";
import type { enhance as nearestCentres } from "./islands/nearest-centres.ts";
import type { enhance as practicePopup } from "./islands/practice-popup.ts";
import type { enhance as printButton } from "./islands/print-button.ts";
import type { enhance as quizRedirect } from "./islands/quiz-redirect.ts";
import type { enhance as reviewsCarousel } from "./islands/reviews-carousel.ts";
import type { enhance as video } from "./islands/video.ts";

/**
 * The island registry. An island's module is `islands/<its name in kebab-case>`, and what it exports stands alone in it:
 * a `.tsx` its component, which React hydrates; a `.ts` its `enhance`, which works on the server's elements. The build
 * finds its file, the server names that file in the page, and the loader imports it: so the loader knows of no island,
 * and a page cannot name one that does not exist or give it wrong props.
 */
export type Islands = {
  checkout: typeof Checkout;
  examMap: typeof ExamMap;
  gift: typeof Gift;
  giftForm: typeof GiftForm;
};

/** The islands without React. */
export type LightIslands = {
  consent: typeof consent;
  countdown: typeof countdown;
  giftReplay: typeof giftReplay;
  giftShare: typeof giftShare;
  mockExam: typeof mockExam;
  mockExamEnd: typeof mockExamEnd;
  mockExamResume: typeof mockExamResume;
  nearestCentres: typeof nearestCentres;
  practicePopup: typeof practicePopup;
  printButton: typeof printButton;
  quizRedirect: typeof quizRedirect;
  reviewsCarousel: typeof reviewsCarousel;
  video: typeof video;
};

export type LightIslandName = keyof LightIslands;
export type IslandName = keyof Islands | LightIslandName;

/**
 * When an island starts: when the page is idle, when it comes near the screen, when the visitor points at it, touches it or
 * moves the focus to it, or so many milliseconds after the page was first painted.
 */
export type IslandWhen = "idle" | "visible" | "touched" | number;

/**
 * What `data-status` on an island's marker says, in this order. `failed`, which may also come after `ready`, leaves the
 * server's markup, which works as it does without JavaScript.
 */
export type IslandStatus = "waiting" | "loading" | "ready" | "failed";
