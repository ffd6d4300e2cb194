import * as z from "zod/mini";
import { serveContentPage } from "../../server/http/content-pages.tsx";
import type { AppContext, Handler } from "../../server/http/context.ts";
import { createAccountPageContext, unmeasuredWithout } from "../../server/http/page-context.ts";
import { renderPage } from "../../server/http/render.tsx";
import { unmeasured } from "../../shared/page-context.ts";
import { LicenceAnswerPage, LicenceFormPage } from "./licence-check-page.tsx";
import {
  checkLicence,
  checkSpeed,
  LICENCE_ANSWERS,
  LICENCE_FIELDS,
  LICENCE_PARAMETERS,
  type LicenceProblems,
  parseLength,
  type TypedAnswers,
} from "./licence-check-rules.ts";

/** The answers in an address. An invalid length parses to null. */
const answersSchema = z.object({
  boat: z.enum(LICENCE_ANSWERS.boat),
  length: z.pipe(z.pipe(z.string(), z.transform(parseLength)), z.number()),
  speed: z.enum(LICENCE_ANSWERS.speed),
  waters: z.array(z.enum(LICENCE_ANSWERS.waters)).check(z.minLength(1)),
  use: z.enum(LICENCE_ANSWERS.use),
  age: z.enum(LICENCE_ANSWERS.age),
});

/** Two answers that must fit together. */
const pairSchema = z.pick(answersSchema, { boat: true, speed: true });

/** The questions without a query, which are the same for everybody. No page of the check is measured. */
const serveForm: Handler = serveContentPage(async () => LicenceFormPage, unmeasured);

/** `GET /vaarbewijs-nodig`: the questions. With answers in the address: the law's result, or the errors (422). */
export function serveLicenceCheck(c: AppContext): Response | Promise<Response> {
  const params = new URL(c.req.url).searchParams;
  if (params.size === 0) return serveForm(c);
  const names = Object.values(LICENCE_PARAMETERS);
  const isAnswered = names.some((name) => params.has(name));
  const typed = readTyped(params);
  const pageContext = unmeasuredWithout(c, names, createAccountPageContext(c));
  const refuse = (problems: LicenceProblems) =>
    renderPage(<LicenceFormPage pageContext={pageContext} typed={typed} problems={problems} />, {
      status: 422,
      cache: "address",
    });

  if (!isAnswered) return renderPage(<LicenceFormPage pageContext={pageContext} />, { cache: "address" });
  const read = answersSchema.safeParse(typed);
  if (!read.success) return refuse(problemsOf(read.error, typed));
  const { length, ...rest } = read.data;
  const answers = { ...rest, lengthCm: length };
  const speed = checkSpeed(answers);
  if (speed !== null) return refuse({ speed });
  const page = (
    <LicenceAnswerPage pageContext={pageContext} typed={typed} answers={answers} result={checkLicence(answers)} />
  );
  return renderPage(page, { cache: "address" });
}

/** The values in the address, unchecked: the first of each parameter, and every water once. */
function readTyped(params: URLSearchParams): TypedAnswers {
  const { boat, length, speed, waters, use, age } = LICENCE_PARAMETERS;
  const first = (name: string) => params.get(name)?.trim() ?? "";
  return {
    boat: first(boat),
    length: first(length),
    speed: first(speed),
    waters: [...new Set(params.getAll(waters))],
    use: first(use),
    age: first(age),
  };
}

function problemsOf(error: z.core.$ZodError, typed: TypedAnswers): LicenceProblems {
  const wrong = new Set(error.issues.map(({ path }) => path[0]));
  const fields = LICENCE_FIELDS.filter((field) => wrong.has(field));
  const open = fields.map((field) => [field, field === "length" && typed.length !== "" ? "invalid" : "missing"]);
  // Shown at once with the other errors, not after them.
  const pair = pairSchema.safeParse(typed);
  const speed = pair.success ? checkSpeed(pair.data) : null;
  return Object.fromEntries([...open, ...(speed === null ? [] : [["speed", speed]])]);
}
