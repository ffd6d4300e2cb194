import { createServer } from "node:net";

/** The reason that the shop cannot start, as a text for the developer. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** `localhost` is 127.0.0.1 for some clients and ::1 for others, so a port must be free on both. */
export const LOOPBACK = ["127.0.0.1", "::1"] as const;

/** The error code on a machine without IPv6, which has no ::1. */
export const NO_SUCH_ADDRESS = /^(EADDRNOTAVAIL|EAFNOSUPPORT)$/;

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, LOOPBACK[0], () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** Throws a `StartError` that names each occupied port; 0 stands for any port. */
export async function requireFreePorts(ports: Readonly<Record<string, number>>): Promise<void> {
  const problems: string[] = [];
  for (const [option, port] of Object.entries(ports)) {
    const code = await listenError(port);
    if (code === "EADDRINUSE") {
      problems.push(
        `Port ${port} is taken. End what holds it (\`lsof -i :${port}\` names it), or choose another port with ${option}.`,
      );
    } else if (code !== null) {
      problems.push(`Port ${port} cannot be used (${code}). Choose another one with ${option}.`);
    }
  }
  if (problems.length > 0) throw new StartError(problems.join("\n"));
}

/** The error code of listening on a port of this machine; null if it works. */
async function listenError(port: number): Promise<string | null> {
  for (const host of LOOPBACK) {
    const code = await new Promise<string | null>((resolve) => {
      const server = createServer();
      server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      server.listen(port, host, () => server.close(() => resolve(null)));
    });
    if (code !== null && !NO_SUCH_ADDRESS.test(code)) return code;
  }
  return null;
}
