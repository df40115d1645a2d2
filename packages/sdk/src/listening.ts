import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { deliver } from "./forwarding.ts";
import { createParley, type EventsOptions } from "./parley.ts";

export type ListenOptions = Pick<EventsOptions, "types" | "channelId" | "from"> & {
  baseUrl: string;
  token: string;
  /** The local receiver. */
  url: string;
  /** Signs what is forwarded; made up and kept when there is none. */
  secret?: string | undefined;
  /** Where its place in the feed is kept. */
  state?: string | undefined;
  /** Forgets its place and begins anew. */
  reset?: boolean;
  tell: (line: string) => void;
  signal: AbortSignal;
};

type Kept = { position?: string; secret?: string };

/** A file of one reader: the same server, token and receiver go on where they were. */
function usualState({ baseUrl, token, url }: ListenOptions): string {
  const home = process.env.XDG_STATE_HOME || path.join(os.homedir(), ".local", "state");
  const name = createHash("sha256").update([baseUrl, token, url].join("\n")).digest("hex").slice(0, 16);
  return path.join(home, "parley", `listen-${name}.json`);
}

function readState(file: string): Kept {
  if (!fs.existsSync(file)) return {};
  return JSON.parse(fs.readFileSync(file, "utf8"));
}

/** Whole or not at all, for its owner only. */
function writeState(file: string, kept: Kept): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, JSON.stringify(kept), { mode: 0o600 });
  fs.renameSync(draft, file);
}

/** Forwards the events of the feed to a receiver on this machine, in their order, signed as webhooks are. */
export async function listen(options: ListenOptions): Promise<void> {
  const { baseUrl, token, url, types, channelId, from, tell, signal } = options;
  const file = options.state ?? usualState(options);
  const { secret: known, ...found } = readState(file);
  const kept = options.reset ? { secret: known } : { ...found, secret: known };
  const secret = options.secret || kept.secret || `whsec_${randomBytes(32).toString("base64url")}`;
  const keep = (position: string | undefined) => writeState(file, { ...(position ? { position } : {}), secret });

  const wanted = { ...(types ? { types } : {}), ...(channelId ? { channelId } : {}), ...(from ? { from } : {}) };
  const events = createParley({ baseUrl, token }).events({
    ...wanted,
    position: kept.position,
    onPosition: keep,
    signal,
  });
  await events.open();
  keep(events.position);
  const where = kept.position
    ? "where it stopped"
    : from === "oldest"
      ? "with the oldest event"
      : "with the next event";
  if (!options.secret) tell(`Signing with ${secret}`);
  tell(`Ready: forwarding events to ${url}, beginning ${where}. Stop with Ctrl+C.`);

  for await (const event of events) {
    const fate = await deliver(event, { url, secret }, signal, tell);
    // Not delivered, so it comes again next time.
    if (!fate) return;
    keep(event.position);
    tell(`${event.createdAt} ${event.type} ${event.id} -> ${fate.status}`);
  }
}
