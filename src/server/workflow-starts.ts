import type { Workflow } from "@cloudflare/workers-types";
import { chunked } from "../shared/batches.ts";
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
 * (`WORK_RETENTION`). `again`: a part of a mail's name, so that it can be started once more. `taken`: those whose name was taken.
 * `error`: the platform could not start one of the others, which stops no other.
 */
export async function tryMails<T extends MailerParams>(
  { MAILER }: Pick<Bindings, "MAILER">,
  mails: readonly T[],
  again: (mail: T) => string = () => "",
): Promise<{ taken: readonly T[]; error: unknown }> {
  const idOf = (mail: T) => instanceOf(mail, again(mail));
  // A row of the ledger may also hold an address, which the platform must not get.
  const instances = mails.map((mail) => {
    const { kind, about, version } = mail;
    return { id: idOf(mail), params: { kind, about, version } };
  });
  const { taken, error } = await startEach(MAILER, instances);
  return { taken: mails.filter((mail) => taken.has(idOf(mail))), error };
}

/** Starts the sending of these mails, unless that was done before. Rejects if the platform cannot start one of them. */
export async function startMails(env: Pick<Bindings, "MAILER">, mails: readonly MailerParams[]): Promise<void> {
  const { error } = await tryMails(env, mails);
  if (error !== null) throw error;
}

function instanceOf({ kind, about, version }: MailerParams, again: string): string {
  const parts = [kind, version, again, about].filter((part) => part !== "");
  return parts
    .join("-")
    .replace(/[^\w-]/g, "-")
    .slice(0, INSTANCE_ID_MAX_LENGTH);
}

type Instance<T> = { id: string; params: T };

/** Starts an instance of a Workflow, unless it was started before. Rejects if the platform cannot. */
export async function startOnce<T>(workflow: Workflow<T>, instance: Instance<T>): Promise<void> {
  const { error } = await startEach(workflow, [instance]);
  if (error !== null) throw error;
}

/** After so many names in a row that could not be started, each by itself, the platform is away. */
const MOST_REFUSED = 3;

/**
 * Starts instances of a Workflow, and returns the names that were taken. It uses a batch, because `create` throws for a taken name,
 * and the log then shows an uncaught exception even where it is caught. A batch that is refused is started one by one: a name that
 * can never be started keeps no other.
 */
async function startEach<T>(
  workflow: Workflow<T>,
  instances: readonly Instance<T>[],
): Promise<{ taken: ReadonlySet<string>; error: unknown }> {
  const taken = new Set<string>();
  let error: unknown = null;

  /** Returns whether the platform answered for each. */
  async function startBatch(batch: readonly Instance<T>[]): Promise<boolean> {
    try {
      const { errors } = await workflow.createBatch({
        instances: batch.map((instance) => ({ ...instance, retention: WORK_RETENTION })),
      });
      for (const { index, message } of errors) note(batch[index], message);
      return true;
    } catch (refusal) {
      if (batch.length === 1) note(batch[0], errorMessage(refusal));
      return batch.length === 1 && errorMessage(refusal).includes(NAME_TAKEN);
    }
  }

  function note(instance: Instance<T> | undefined, message: string): void {
    if (instance !== undefined && message.includes(NAME_TAKEN)) taken.add(instance.id);
    else error ??= new Error(message);
  }

  for (const batch of chunked(instances, MOST_STARTED)) {
    if (await startBatch(batch)) continue;
    let refused = 0;
    for (const instance of batch.length === 1 ? [] : batch) {
      refused = (await startBatch([instance])) ? 0 : refused + 1;
      if (refused === MOST_REFUSED) break;
    }
  }
  return { taken, error };
}
