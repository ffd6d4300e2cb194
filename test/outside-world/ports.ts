import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createServer } from "node:net";
import { basename } from "node:path";

/** The reason that the shop cannot start, as a text for the developer. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** `localhost` is 127.0.0.1 for some clients and ::1 for others, so a port must be free on both. */
export const LOOPBACK = ["127.0.0.1", "::1"] as const;

/** The error code on a machine without IPv6, which has no ::1. */
export const NO_SUCH_ADDRESS = /^(EADDRNOTAVAIL|EAFNOSUPPORT)$/;

/** A port that is free at this moment. */
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

/** Throws a `StartError` that names the process on each occupied port; 0 stands for any port. */
export async function requireFreePorts(ports: Readonly<Record<string, number>>): Promise<void> {
  const problems: string[] = [];
  for (const [option, port] of Object.entries(ports)) {
    const code = await listenError(port);
    if (code === "EADDRINUSE") {
      const holder = findPortHolder(port);
      problems.push(
        holder === null
          ? `Port ${port} is taken, by a process that this system does not name. End it, or choose another port with ${option}.`
          : `Port ${port} is taken by ${holder.name} (pid ${holder.pid}). End it with \`kill ${holder.pid}\`, or choose another port with ${option}.`,
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

type PortHolder = { pid: number; name: string };

/** The process on a port: from /proc, or from `lsof` if there is none. Null if the system does not tell. */
function findPortHolder(port: number): PortHolder | null {
  try {
    return findInProc(port) ?? findWithLsof(port);
  } catch {
    return null;
  }
}

function findInProc(port: number): PortHolder | null {
  let sockets: Set<string>;
  try {
    sockets = listeningSockets(port);
  } catch {
    return null;
  }
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readdirSync(`/proc/${pid}/fd`).some((fd) => sockets.has(readlinkSync(`/proc/${pid}/fd/${fd}`)))) continue;
      const [program = "", script = ""] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      return { pid: Number(pid), name: [basename(program), script].join(" ").trim() };
    } catch {
      // Another user's process, or one that has ended meanwhile.
    }
  }
  return null;
}

/** Links as /proc/PID/fd shows them. The columns are those of proc(5): local address, state (0A listens), inode. */
function listeningSockets(port: number): Set<string> {
  const rows = ["tcp", "tcp6"].flatMap((table) => readFileSync(`/proc/net/${table}`, "utf8").split("\n").slice(1));
  const columns = rows.map((row) => row.trim().split(/\s+/));
  const matches = columns.filter(
    ([, local, , state]) => state === "0A" && Number.parseInt(local?.split(":")[1] ?? "", 16) === port,
  );
  return new Set(matches.map((row) => `socket:[${row[9]}]`));
}

function findWithLsof(port: number): PortHolder | null {
  const output = execFileSync("lsof", ["-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-Fpc"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [, pid, name] = /^p(\d+)\nc(.+)$/m.exec(output) ?? [];
  return pid === undefined || name === undefined ? null : { pid: Number(pid), name };
}
