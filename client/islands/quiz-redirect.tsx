import { useEffect } from "react";

type QuizRedirectProps = {
  /** Path and query of the score. */
  target: string;
};

/** Replaces the address with the target, so that Back goes to the quiz and not to the page that redirects. */
export function QuizRedirect({ target }: QuizRedirectProps) {
  useEffect(() => location.replace(target), [target]);
  return null;
}
