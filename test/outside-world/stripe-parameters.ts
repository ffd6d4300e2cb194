import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod";

/** A form value: a text, or an object if its name has brackets. Objects have no prototype. */
type FormValue = string | FormObject;
export type FormObject = { [name: string]: FormValue };

/** Fields of Stripe's error object other than its message. */
type ErrorFields = { type?: string; code?: string; payment_intent?: unknown; payment_method?: unknown };

/** The refusal of a call. A control answers it as a text. */
export class ApiError extends HTTPException {
  readonly fields: ErrorFields;
  /** Whether the same idempotency key gets this refusal again: those that come after the parameters were read. */
  isKept = false;

  constructor(message: string, fields: ErrorFields = {}, status: ContentfulStatusCode = 400) {
    super(status, { message });
    this.fields = { type: "invalid_request_error", ...fields };
  }
}

/** An object that there is; throws if nothing has this id. */
export function requireKnown<T>(found: T | undefined, kind: string, id: string): T {
  if (found !== undefined) return found;
  throw new ApiError(`No such ${kind}: '${id}'`, { code: "resource_missing" }, 404);
}

/** Reads `a=1&b[c]=2&d[0]=3` as Stripe does: names in brackets nest, lists are objects with their indexes as names. */
export function parseForm(text: string): FormObject {
  const root = newObject();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split("[").map((part) => part.replace(/\]$/, ""));
    let target = root;
    for (const part of path.slice(0, -1)) {
      const existing = target[part];
      const child = typeof existing === "object" ? existing : newObject();
      target[part] = child;
      target = child;
    }
    target[path.at(-1) ?? ""] = value;
  }
  return root;
}

function newObject(): FormObject {
  return Object.create(null) as FormObject;
}

/** Parameters by name: only those of Stripe's own type. */
export type Names<Params> = { readonly [name in keyof Params]?: z.ZodType };

export const text = z.string();
export const integer = z
  .string()
  .regex(/^-?\d+$/)
  .transform(Number);
export const boolean = z.enum(["true", "false"]).transform((value) => value === "true");
export const email = z
  .string()
  .refine((value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value), { params: { code: "email_invalid" } });
export const list = <T extends z.ZodType>(item: T) => z.record(z.string(), item).transform(Object.values<z.output<T>>);
/** An address, or an empty text, which takes it away. */
export const emptyableEmail = z.union([z.literal(""), email]);
/** Within Stripe's limits. */
export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((entries) => Object.keys(entries).length <= 50);

/** The parameters of a call. Throws if one is wrong. One that is not modelled is refused, so that none is silently ignored. */
export function readParameters<Shape extends z.ZodRawShape>(
  form: FormObject,
  shape: Shape,
): z.output<z.ZodObject<Shape>> {
  const { data, error } = z.strictObject(shape).safeParse(form);
  if (error === undefined) return data;
  const code = error.issues.flatMap((issue) => (issue.code === "custom" ? (issue.params?.code ?? []) : []))[0];
  throw new ApiError(z.prettifyError(error), code === undefined ? {} : { code });
}
