import type pg from "pg";
import { newId } from "#server/base/ids.ts";
import { type Statement, spyOn } from "./statements.ts";

/** Work as the database saw it, and what is another in each repetition. */
export type Recording = { statements: Statement[]; fresh: string[]; lastSeq: number };

/** Ids of ours, and a platform's of its messages. */
const ids = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|wamid\.[\w.-]+/g;

const textOf = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

const idsOf = (statements: Statement[]) =>
  statements.flatMap(({ values }) => values.flatMap((value) => textOf(value).match(ids) ?? []));

/** Work that writes into one conversation, and the same done before, which may be in another. */
export type Recorded = {
  warm: () => Promise<unknown>;
  run: () => Promise<unknown>;
  conversation: () => Promise<string>;
  /** The conversation's highest number. */
  lastSeq: (conversationId: string) => Promise<number>;
};

/** Records work. What it names and the work before did not was made by it: each repetition needs ids of its own. */
export async function record({ warm, run, conversation, lastSeq }: Recorded): Promise<Recording> {
  // The first time may write what no other does.
  await warm();
  const known = new Set(idsOf(await spyOn(warm)));
  const id = await conversation();
  const before = await lastSeq(id);
  const statements = await spyOn(run);
  const fresh = [...new Set(idsOf(statements))].filter((one) => one !== id && !known.has(one));
  return { statements, fresh, lastSeq: before };
}

/** Messages that one piece of work may write. */
const mostMessages = 16;

function renew(value: unknown, swaps: Map<string, string>, from: number, to: number): unknown {
  if (typeof value === "number" && value > from && value <= from + mostMessages) return value - from + to;
  if (Array.isArray(value)) return value.map((one) => renew(one, swaps, from, to));
  if (typeof value !== "string") return value;
  let renewed = value;
  for (const [old, next] of swaps) renewed = renewed.replaceAll(old, next);
  return renewed.replace(/"(seq|lastSeq)":(\d+)/g, (all, name: string, digits: string) => {
    const seq = Number(digits);
    return seq > from && seq <= from + mostMessages ? `"${name}":${seq - from + to}` : all;
  });
}

/** Sends a recording's statements once more, with ids and numbers of its own; answers the conversation's highest number. */
export async function repeat(client: pg.ClientBase, recording: Recording, lastSeq: number): Promise<number> {
  const { statements, fresh, lastSeq: from } = recording;
  const swaps = new Map(fresh.map((id) => [id, id.startsWith("wamid.") ? `wamid.${newId()}` : newId()]));
  let highest = lastSeq;
  let locked = false;
  for (const { name, text, values } of statements) {
    const renewed = values.map((value) => renew(value, swaps, from, highest));
    const { rows } = await client.query<{ lastSeq?: number }>(
      name ? { name, text, values: renewed } : text,
      name ? undefined : renewed,
    );
    // Others may have written into it just now.
    if (!locked && / for (no key )?update/i.test(text) && rows?.[0]?.lastSeq !== undefined) {
      highest = rows[0].lastSeq;
      locked = true;
    }
  }
  return highest;
}
