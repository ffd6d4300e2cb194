import { listenLocally } from "./local-server.ts";

/** The reason that the shop cannot start, as a text for the developer. */
export class StartError extends Error {
  override readonly name = "StartError";
}

export async function freePort(): Promise<number> {
  const { port, close } = await listenLocally(0, () => undefined);
  await close();
  return port;
}

/** Throws a `StartError` that names each occupied port; 0 stands for any port. */
export async function requireFreePorts(ports: Readonly<Record<string, number>>): Promise<void> {
  const problems: string[] = [];
  for (const [option, port] of Object.entries(ports)) {
    const code = await listenLocally(port, () => undefined).then(
      ({ close }) => close(),
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    if (code !== undefined)
      problems.push(
        `Port ${port} is taken, or nobody may take it (${code}). End what holds it (\`lsof -i :${port}\` names it), or choose another port with ${option}.`,
      );
  }
  if (problems.length > 0) throw new StartError(problems.join("\n"));
}
