import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type pg from "pg";
import { newId } from "#server/base/ids.ts";

/** What an event of a contact looks like, about 650 bytes. */
export function contactData(companyId: string, id: string): Record<string, unknown> {
  const text = { name: "Bench Contact", email: "bench@example.com", phone: "+12125550147" };
  const ids = { id, companyId, websiteId: newId(), conversationId: newId(), assignedTo: newId() };
  const at = new Date().toISOString();
  const rest = { status: "new", subStatus: "", entryMethod: "WEB", rating: 0, tags: ["one", "two"], customFields: {} };
  return { ...ids, ...text, internationalPhoneNumber: "12125550147", ...rest, createdAt: at, updatedAt: at };
}

/** Stores events as commands do, all at once, and wakes the relay. Answers their ids. */
export async function emit(client: pg.Client, companyId: string, count: number): Promise<string[]> {
  const records = Array.from({ length: count }, () => {
    const id = newId();
    return { id, data: contactData(companyId, id) };
  });
  await client.query(
    `insert into events ("companyId", "id", "type", "contactId", "actorType", "actorId", "data", "createdAt")
     select $1, e."id", 'contact/created', e."id", 'system', 'bench', e."data", now()
     from jsonb_to_recordset($2::jsonb) as e("id" uuid, "data" jsonb)`,
    [companyId, JSON.stringify(records)],
  );
  await client.query("notify parley_commit");
  return records.map(({ id }) => id);
}

/** A worker as in production, in a process of its own; ready when this resolves. */
export async function startWorker(url: string): Promise<ChildProcess> {
  const env = { ...process.env, DATABASE_URL: url, ALLOW_PRIVATE_TARGETS: "1" };
  const child = fork(new URL("./worker.ts", import.meta.url), { env });
  await once(child, "message");
  return child;
}

export async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}
