import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_ROOT } from "../../kv-seed/wrangler.ts";

export const DATABASE_ID = "00000000-0000-4000-8000-000000000000";

export const DESK_VARS = {
  ACCESS_TEAM_DOMAIN: "https://vaarkoers.cloudflareaccess.example",
  ACCESS_AUD: "a".repeat(64),
  DESK_EDITORS: "eigenaar@example.nl",
};

/** Writes a wrangler.toml with a production section that lacks only the payment links. Returns its path. */
export async function writeProductionConfig(
  folder: string,
  vars: Readonly<Record<string, string>> = {},
): Promise<string> {
  const text = await readFile(join(PROJECT_ROOT, "wrangler.toml"), "utf8");
  const [local = "", production = ""] = text.split(/^(?=\[env\.production\]$)/m);
  const [seller, owner] = ["info@vaarkoers.example", "owner@vaarkoers.example"];
  const mail = { MAIL_FROM: "Vaarkoers <order@vaarkoers.example>", MAIL_OWNER: owner, TRADER_EMAIL: seller };
  const site = { STRIPE_PUBLISHABLE_KEY: "pk_live_a", SITE_ORIGIN: "https://www.vaarkoers.example" };
  let filled = production
    .replace(/^# routes = .*/m, 'routes = [{ pattern = "www.vaarkoers.example", custom_domain = true }]')
    .replaceAll(/"fill-in-[a-z]+-namespace-id"/g, `"${"0".repeat(32)}"`)
    .replace('"fill-in-database-id"', `"${DATABASE_ID}"`);
  for (const [name, value] of Object.entries({ ...site, ...mail, ...DESK_VARS, OFFER_ENDS: "2099-12-31", ...vars }))
    filled = filled.replace(new RegExp(`^${name} = .*`, "m"), `${name} = "${value}"`);
  filled = filled
    .replaceAll(/"FILL-IN[^"]*"/g, '"filled in"')
    .replaceAll(/"https:\/\/fill-in-(?!checkout)([a-z-]+)\.invalid/g, '"https://$1.example');
  const path = join(folder, "wrangler.toml");
  await writeFile(path, local + filled);
  return path;
}
