type QuizRedirectProps = {
  /** Path and query of the score page. */
  target: string;
};

/** Replaces the address with the target, so that Back goes to the quiz and not to the page that redirects. */
export function enhance(_root: HTMLElement, { target }: QuizRedirectProps): void {
  location.replace(target);
}
