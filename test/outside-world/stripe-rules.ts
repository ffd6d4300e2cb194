import { type Definitions, findFaults, type JsonSchema, resolveSchema } from "./json-schema.ts";
import { findLimitFaults } from "./stripe-limits.ts";
import type { FormObject } from "./stripe-parameters.ts";

/**
 * Checks that calls, answers and events match Stripe's published types, as JSON Schema (`stripe-schema.ts`), and its
 * documented limits.
 */

/** `key`: the browser's calls have types of their own; by default a secret key. */
type CallPlace = { method: string; path: string; key?: "secret" | "publishable" };

export type StripeRules = {
  /** The faults of a call, each with the parameter's name; empty = none. */
  faultsOfRequest(call: CallPlace & { form: FormObject; idempotencyKey: string | null }): readonly string[];
  /** The faults of an answer; status 0 = there was none. */
  faultsOfAnswer(call: CallPlace, answer: { status: number; body: unknown }): readonly string[];
  faultsOfEvent(event: { type: string }): readonly string[];
  /** The faults of an object of a type such as `PaymentIntent`. */
  faultsOfObject(type: string, object: unknown): readonly string[];
};

export function createStripeRules(schema: string): StripeRules {
  const definitions = JSON.parse(schema) as Definitions;
  const property = (parent: JsonSchema | undefined, name: string): JsonSchema | undefined => {
    const { properties } = parent === undefined ? {} : resolveSchema(definitions, parent);
    const found = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
    return found === undefined ? undefined : resolveSchema(definitions, found);
  };
  const callsBy = {
    secret: resolveSchema(definitions, { $ref: "#/definitions/StripeCalls" }),
    publishable: resolveSchema(definitions, { $ref: "#/definitions/BrowserCalls" }),
  };
  const refusalsBy = { secret: "StripeRefusal", publishable: "BrowserRefusal" } as const;
  const events = resolveSchema(definitions, { $ref: "#/definitions/StripeEvents" });

  function callAt({ method, path, key = "secret" }: CallPlace): JsonSchema | undefined {
    const calls = callsBy[key];
    const parts = path.split("/");
    const name = Object.keys(calls.properties ?? {}).find((route) => {
      const [verb, pattern = ""] = route.split(" ");
      const names = pattern.split("/");
      return (
        verb === method &&
        names.length === parts.length &&
        names.every((one, index) => (one === ":id" ? /^[a-z]+_\w+$/.test(parts[index] ?? "") : one === parts[index]))
      );
    });
    return name === undefined ? undefined : property(calls, name);
  }

  /** An `expand` must name fields of the answer: https://docs.stripe.com/expand, four levels at most. */
  function faultsOfExpand(answers: JsonSchema | undefined, form: FormObject): readonly string[] {
    const asked = typeof form.expand === "object" ? Object.values(form.expand).map(String) : [];
    return asked.flatMap((path) => {
      const names = path.split(".");
      const isThere = names.slice(0, 2).reduce<JsonSchema | undefined>((at, name) => {
        const next = property(at, name);
        return next?.items === undefined ? next : resolveSchema(definitions, next.items);
      }, answers);
      return isThere === undefined || names.length > 4 ? [`expand: the answer has no ${path}`] : [];
    });
  }

  return {
    faultsOfRequest({ form, idempotencyKey, ...place }) {
      const call = callAt(place);
      const asks = property(call, "asks");
      if (asks === undefined) return [`${place.method} ${place.path}: no call that stripe-types.ts knows`];
      return [
        ...findFaults(definitions, asks, form, "form"),
        ...findLimitFaults(form, idempotencyKey),
        ...faultsOfExpand(property(call, "answers"), form),
      ];
    },
    faultsOfAnswer(place, { status, body }) {
      if (status === 0) return [];
      const { key = "secret" } = place;
      if (status !== 200) return findFaults(definitions, { $ref: `#/definitions/${refusalsBy[key]}` }, body);
      const answers = property(callAt(place), "answers");
      return answers === undefined
        ? [`${place.method} ${place.path}: no call that stripe-types.ts knows`]
        : findFaults(definitions, answers, body);
    },
    faultsOfEvent(event) {
      const schema = property(events, event.type);
      return schema === undefined
        ? [`type: no event ${event.type} that stripe-types.ts knows`]
        : findFaults(definitions, schema, event);
    },
    faultsOfObject: (type, object) => findFaults(definitions, { $ref: `#/definitions/${type}` }, object),
  };
}
