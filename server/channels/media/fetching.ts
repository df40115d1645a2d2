import { z } from "zod";
import { day, hour, minute, second } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import type { Actor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { knownMessage } from "#server/messages/external.sql.ts";
import { findDue, findMissing, writeMissing } from "#server/messages/files/missing.sql.ts";
import { reflectFiles } from "#server/messages/reflecting.ts";
import { findConnection } from "../connection/connecting.ts";
import type { MediaRef } from "../inbound/items.ts";
import { mediaRefSchema, storedContentSchema } from "../inbound/schema.ts";
import { keepContent } from "./media.ts";

/** Waits between tries. The platforms keep a visitor's files for a week at most; then we give up. */
const waits = [10 * second, minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, day, 2 * day, 3 * day];
const batch = 20;

type Link = { channelId: string; externalId: string };

/** What could not be fetched is asked for again later; `tries` are those that have failed. */
export async function rememberMissing(
  actor: Actor,
  { channelId, externalId }: Link,
  missing: readonly MediaRef[],
  now: Date,
  tries = 0,
): Promise<void> {
  const wait = missing.length > 0 ? waits[tries] : undefined;
  const due = wait === undefined ? null : new Date(now.getTime() + wait);
  await writeMissing({ companyId: actor.companyId, channelId, externalId }, { missing, due, tries });
}

const dueSchema = z.object({
  externalId: z.string(),
  type: z.enum(["text/plain", "image", "audio", "video", "file"]),
  text: z.string(),
  missing: z.array(mediaRefSchema),
});

/** Messages of a channel whose files are to be asked for again. */
export const listMissing = query({
  name: "channels.listMissing",
  access: "system",
  input: z.object({ channelId: z.uuid() }),
  output: z.object({ due: z.array(dueSchema) }),
  example: (given) => ({ channelId: given.channelId ?? "" }),
  async run({ actor, input, now }) {
    return { due: await findDue(actor.companyId, input.channelId, now, batch) };
  },
});

/** Puts files that came late into their message; what is still missing has its next try. */
export const fillFiles = command({
  name: "channels.fillFiles",
  access: "system",
  input: z.object({ channelId: z.uuid(), externalId: z.string().min(1).max(1024), content: storedContentSchema }),
  output: z.object({ filled: z.boolean() }),
  example: (given) => ({
    channelId: given.channelId ?? "",
    externalId: "wamid.example",
    content: { type: "image" as const, text: "", attachments: [], extra: {} },
  }),
  async run(context) {
    const { actor, input, now } = context;
    const { channelId, externalId, content } = input;
    const known = await knownMessage(actor, channelId, externalId);
    if (!known) return { filled: false };
    const link = await findMissing({ companyId: actor.companyId, channelId, externalId });
    const before = (link?.missing ?? []).flatMap(({ place }) => place ?? []);
    const filled = await reflectFiles(context, known, content, before);
    await rememberMissing(actor, input, content.missing, now, (link?.fetches ?? 0) + 1);
    return { filled };
  },
});

/** The job of a channel: tries once more whatever is due. */
export async function fetchMissing(actor: Actor, channelId: string): Promise<void> {
  const { due } = await listMissing.execute(actor, { channelId });
  if (due.length === 0) return;
  const connection = await findConnection(actor, channelId);
  for (const { externalId, type, text, missing } of due) {
    const content = await keepContent(actor, connection, { type, text, media: missing });
    await fillFiles.execute(actor, { channelId, externalId, content });
  }
  log.info({ channelId, files: due.length }, "visitors' files were asked for again");
}
