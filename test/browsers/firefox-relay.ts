import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { type WebSocket as Socket, WebSocketServer } from "ws";

/**
 * `node firefox-relay.ts FIREFOX ARGUMENTS…`: runs Firefox, and relays its WebDriver BiDi. Playwright begins each context with
 * commands that Firefox ESR does not have yet, such as those of media features and downloads: the relay lets them succeed.
 */

const LISTENING = /^(WebDriver BiDi listening on )(ws:\/\/\S+)/;

const [binary = "", ...flags] = process.argv.slice(2);
const firefox = spawn(binary, flags, { stdio: ["ignore", "inherit", "pipe"] });
firefox.once("exit", (code) => process.exit(code ?? 1));
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, () => firefox.kill(signal));

for await (const line of createInterface({ input: firefox.stderr })) {
  const [, words = "", address] = LISTENING.exec(line) ?? [];
  process.stderr.write(address === undefined ? `${line}\n` : `${words}${await relay(address)}\n`);
}

/** Starts a relay to the browser at an address. Resolves to the relay's own address. */
async function relay(address: string): Promise<string> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (client, request) => connect(client, address + (request.url ?? "")));
  await new Promise((listening) => server.once("listening", listening));
  const { port } = server.address() as { port: number };
  return `ws://127.0.0.1:${port}`;
}

function connect(client: Socket, address: string): void {
  const browser = new WebSocket(address);
  const waiting: string[] = [];
  browser.onopen = () => {
    for (const text of waiting.splice(0)) browser.send(text);
  };
  browser.onmessage = ({ data }) => {
    const { id, error } = JSON.parse(String(data)) as { id?: number; error?: string };
    client.send(error === "unknown command" ? JSON.stringify({ type: "success", id, result: {} }) : String(data));
  };
  browser.onclose = () => client.close();
  client.on("close", () => browser.close());
  client.on("message", (data) => {
    if (browser.readyState === WebSocket.OPEN) browser.send(String(data));
    else waiting.push(String(data));
  });
}
