import type { Workflow } from "@cloudflare/workers-types";
import { WORK_RETENTION } from "../shared/retention.ts";
import type { Bindings, MailerParams } from "./env.ts";
import { errorMessage } from "./log.ts";

/** Starts Workflows. The Mailer sends one mail, and tries for a day. It keeps ids only: the ledger has the rest. */

/** The most instances that one call starts, and the longest name of one (Cloudflare Workflows, "Limits"). */
const MOST_STARTED = 100;
const INSTANCE_ID_MAX_LENGTH = 100;
/** The platform's error for an instance whose name is taken. */
const NAME_TAKEN = "already_exists";

/**
 * Starts the sending of these mails, each once for as long as the platform keeps the instance of that name
 * (`WORK_RETENTION`). `again`: a part of the names, so that they can be started once more. Returns those whose name was
 * taken. Rejects if the platform cannot start one of the others.
 */
export async function startMails(
  { MAILER }: Pick<Bindings, "MAILER">,
  mails: readonly MailerParams[],
  again = "",
): Promise<readonly MailerParams[]> {
  const idOf = (mail: MailerParams) => instanceOf(mail, again);
  // A row of the ledger may also hold an address, which the platform must not get.
  const instances = mails.map((mail) => {
    const { kind, about, version } = mail;
    return { id: idOf(mail), params: { kind, about, version } };
  });
  const taken = new Set((await startOnce(MAILER, instances)).map(({ id }) => id));
  return mails.filter((mail) => taken.has(idOf(mail)));
}

function instanceOf({ kind, about, version }: MailerParams, again: string): string {
  const parts = [kind, version, again, about].filter((part) => part !== "");
  return parts
    .join("-")
    .replace(/[^\w-]/g, "-")
    .slice(0, INSTANCE_ID_MAX_LENGTH);
}

type Instance<T> = { id: string; params: T };

/**
 * Starts instances of a Workflow, and returns those whose name was taken. Rejects if the platform cannot start one of the
 * others. It uses a batch, because `create` throws for a taken name, and the log then shows an uncaught exception even
 * where it is caught.
 */
export async function startOnce<T>(
  workflow: Workflow<T>,
  instances: readonly Instance<T>[],
): Promise<readonly Instance<T>[]> {
  const taken: Instance<T>[] = [];
  for (let start = 0; start < instances.length; start += MOST_STARTED) {
    const part = instances.slice(start, start + MOST_STARTED);
    try {
      const { errors } = await workflow.createBatch({
        instances: part.map((instance) => ({ ...instance, retention: WORK_RETENTION })),
      });
      for (const { index, message } of errors) {
        const instance = part[index];
        if (instance === undefined || !message.includes(NAME_TAKEN)) throw new Error(message);
        taken.push(instance);
      }
    } catch (error) {
      const [only, ...others] = part;
      if (only === undefined || others.length > 0 || !errorMessage(error).includes(NAME_TAKEN)) throw error;
      taken.push(only);
    }
  }
  return taken;
}
