import { expect } from "vitest";

export function policyOf(response: Response): ReadonlyMap<string, string> {
  const policy = response.headers.get("content-security-policy") ?? "";
  return new Map(
    policy.split("; ").map((directive) => [directive.split(" ", 1)[0] ?? "", directive.split(" ").slice(1).join(" ")]),
  );
}

/** `forms`: where a form may lead, if not to the shop alone. */
export function expectBaseline(response: Response, forms = /^'(self|none)'$/): void {
  const header = (name: string) => response.headers.get(name);
  expect(header("x-content-type-options")).toBe("nosniff");
  expect(header("strict-transport-security")).toBe("max-age=63072000");
  const told = ["strict-origin-when-cross-origin", "strict-origin", "same-origin", "no-referrer"];
  expect(told).toContain(header("referrer-policy"));
  expect(header("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
  expect(header("cross-origin-resource-policy")).toBe("same-origin");
  const policy = policyOf(response);
  // Wallets ask to pay from within Stripe's frames.
  const wallets = policy.get("frame-src")?.match(/https:\S*js\.stripe\.com/g) ?? [];
  const asks = header("permissions-policy");
  expect(asks).toContain("camera=(), geolocation=(), microphone=(), usb=(), browsing-topics=(), payment=(self");
  for (const host of ['"https://pay.google.com"', ...wallets]) expect(asks).toContain(host);
  expect(policy.get("default-src")).toBe("'none'");
  expect(policy.get("base-uri")).toBe("'none'");
  expect(policy.get("form-action")).toMatch(forms);
  expect(policy.get("frame-ancestors")).toBe("'none'");
  expect([...policy.values()].join(" ")).not.toMatch(/unsafe-|\*(?![.:])|http:\/\/(?!localhost)/);
}
