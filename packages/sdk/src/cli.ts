#!/usr/bin/env node
import { parseArgs } from "node:util";
import { listen } from "./listening.ts";
import type { EventType } from "./webhooks.ts";

const help = `parley listen URL: forwards the company's events to a receiver on this machine, signed as webhooks are.

  --types a,b       only these event types
  --channel ID      only events of this channel
  --from oldest     begin with the oldest event that is kept, not with the next one
  --secret SECRET   sign with this secret (WEBHOOK_SECRET); without one it is made up and printed
  --state FILE      where its place is kept (a file of yours in ~/.local/state/parley)
  --reset           forget its place

PARLEY is the address of the server (http://localhost:3000), PARLEY_TOKEN a token with webhooks_read and clients_read.
It goes on where it stopped, waits for a receiver that is down, and keeps the order.`;

class UsageError extends Error {}

function isHttp(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function read(args: string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const options = { types: text, channel: text, from: text, secret: text, state: text, reset: flag, help: flag };
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function main(): Promise<void> {
  const { values, positionals } = read(process.argv.slice(2));
  const [command = "help", url = "", ...more] = positionals;
  if (command === "help" || values.help) return void console.log(help);
  if (command !== "listen" || more.length > 0) throw new UsageError(`There is no command ${positionals.join(" ")}.`);
  if (!isHttp(url)) throw new UsageError("Name the receiver: parley listen http://127.0.0.1:4010/");
  const { PARLEY: baseUrl = "http://localhost:3000", PARLEY_TOKEN: token, WEBHOOK_SECRET } = process.env;
  if (!token) throw new UsageError("Set PARLEY_TOKEN to an API token with webhooks_read and clients_read.");
  if (values.from && values.from !== "oldest" && values.from !== "newest")
    throw new UsageError("--from is oldest or newest.");
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  await listen({
    ...{ baseUrl, token, url, tell: console.log, signal: stop.signal, reset: values.reset ?? false },
    ...(values.types ? { types: values.types.split(",") as EventType[] } : {}),
    ...(values.channel ? { channelId: values.channel } : {}),
    ...(values.from ? { from: values.from === "oldest" ? "oldest" : "newest" } : {}),
    secret: values.secret ?? WEBHOOK_SECRET,
    state: values.state,
  });
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
