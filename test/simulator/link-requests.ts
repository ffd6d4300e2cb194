import { MY_COURSE_COPY } from "../../src/orders/my-course/my-course-copy.ts";
import { EMAIL_FIELD } from "../../src/orders/my-course/my-course-rules.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { now, sleep } from "./clock.ts";
import { ANNA, BEN, HOSTED_BUYER } from "./purchases.ts";
import type { Step } from "./story.ts";
import type { World } from "./world.ts";

/** Somebody asks for the links of an address. With each request a stranger asks too, and must get the same answer. */

/** A request that was sent, with the address in small letters. */
export type LinkRequest = {
  email: string;
  askedMs: number;
  answeredMs: number;
  /** Whether the page said that a mail comes if there are orders. */
  isTaken: boolean;
};

type Act = Extract<Step, { do: "links" }>;

const ADDRESSES: Readonly<Record<Act["whose"], string>> = {
  Anna: ANNA.email,
  Ben: BEN.email,
  "the hosted buyer": HOSTED_BUYER.email,
  nobody: "dirk.zonderboot@example.nl",
};

type Answer = { status: number; html: string; headers: string };

export async function askForLinks(world: World, { whose, isCapital, times, apartMs }: Act): Promise<void> {
  const spell = (address: string) => (isCapital ? address.toUpperCase() : address);
  for (let time = 0; time < times; time += 1) {
    if (time > 0) await sleep(apartMs);
    const { failures } = world.database.own;
    const stranger = `vreemde${world.linkRequests.length}@example.nl`;
    const [answer, other] = await Promise.all([ask(world, spell(ADDRESSES[whose])), ask(world, spell(stranger))]);
    if (answer === null || other === null) continue;
    // A call of the ledger that failed may be that of one of the two.
    if (failures !== world.database.own.failures && answer.status !== other.status) continue;
    world.note(`'${PATHS.myCourse}' answers ${answer.status}.`);
    for (const field of ["status", "headers", "html"] as const) {
      if (answer[field] !== other[field]) world.fail(`the answer to who asks for links differs by address: ${field}`);
    }
  }
}

/** Sends the form. Resolves to null if the answer is lost. */
async function ask(world: World, typed: string): Promise<Answer | null> {
  for (const spelling of [typed, typed.toLowerCase()]) world.secrets.add(spelling);
  const request: LinkRequest = { email: typed.toLowerCase(), askedMs: now(), answeredMs: now(), isTaken: false };
  world.linkRequests.push(request);
  try {
    const response = await world.fromBrowser(
      new Request(`${world.shopOrigin}${PATHS.myCourse}`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: String(new URLSearchParams({ [EMAIL_FIELD.name]: typed })),
      }),
    );
    const html = await response.text();
    request.isTaken = response.status === 200 && html.includes(MY_COURSE_COPY.asked.title);
    return { status: response.status, html: html.replaceAll(typed, "?"), headers: headersOf(response) };
  } catch {
    world.note("Who asks for links gets no answer.");
    return null;
  } finally {
    request.answeredMs = now();
  }
}

/** The headers without the request's id and time. */
function headersOf({ headers }: Response): string {
  return JSON.stringify([...headers].filter(([name]) => name !== "server-timing" && name !== "x-request-id"));
}
