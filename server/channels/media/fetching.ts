import { z } from "zod";
import { day, hour, minute, second } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import { lockAnyConversation } from "#server/conversations/access.sql.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { knownMessage } from "#server/messages/external.sql.ts";
import { findMissing, takeDue, writeMissing } from "#server/messages/files/missing.sql.ts";
import { reflectFiles } from "#server/messages/reflecting.ts";
import { attachUploads } from "#server/uploads/attaching.ts";
import { findConnection } from "../connection/connecting.ts";
import type { MediaRef } from "../inbound/items.ts";
import { mediaRefSchema, storedContentSchema } from "../inbound/schema.ts";
import { keepContent, keepPicture } from "./media.ts";
import { noteQuick } from "./patience.ts";

/** Waits between tries. The platforms keep a visitor's files for a week at most; then we give up. */
const waits = [10 * second, minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, day, 2 * day, 3 * day];
const batch = 20;
/** So long nobody else asks for a message's files: longer than one that hangs. */
const tryMs = 10 * minute;

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
  tries: z.int(),
});

/** Takes the next message of a channel whose files are to be asked for again. */
export const takeMissing = command({
  name: "channels.takeMissing",
  access: "system",
  input: z.object({ channelId: z.uuid() }),
  output: z.object({ due: dueSchema.nullable() }),
  example: (given) => ({ channelId: given.channelId ?? "" }),
  async run({ actor: { companyId }, input: { channelId }, now }) {
    return { due: (await takeDue(companyId, channelId, now, new Date(now.getTime() + tryMs))) ?? null };
  },
});

/** The message's own files, and the picture of the ad that its sender came by. */
function sorted(missing: readonly MediaRef[]) {
  const isAd = ({ ad }: MediaRef) => ad !== undefined;
  return { files: missing.filter((one) => !isAd(one)), ads: missing.filter(isAd) };
}

/** The ad's picture stands on the conversation from now on, unless they have come by another one since. */
async function fillPicture(
  context: Pick<CommandContext<unknown>, "actor" | "now" | "emit">,
  conversation: ConversationRow,
  ad: string | undefined,
  imageUrl: string,
): Promise<void> {
  const { referral } = conversation;
  if (!referral || referral.sourceId !== ad || referral.imageUrl) return;
  const change = new ConversationChange(context, conversation);
  change.set({ referral: { ...referral, imageUrl } });
  await change.commit();
  await attachUploads(conversation, [imageUrl]);
}

/**
 * Puts files that came late into their message; what is still missing has its next try. `tries`: as many as had failed
 * when it was taken; where another try has ended since, this one counts no more.
 */
export const fillFiles = command({
  name: "channels.fillFiles",
  access: "system",
  input: z.object({
    channelId: z.uuid(),
    externalId: z.string().min(1).max(1024),
    content: storedContentSchema,
    picture: z.string().default("").meta({ description: "Of the ad by which the visitor came; empty: none has come." }),
    tries: z.int(),
  }),
  output: z.object({ filled: z.boolean() }),
  example: (given) => ({
    channelId: given.channelId ?? "",
    externalId: "wamid.example",
    content: { type: "image" as const, text: "", attachments: [], extra: {} },
    tries: 0,
  }),
  async run(context) {
    const { actor, input, now } = context;
    const { channelId, externalId, content, picture, tries } = input;
    const known = await knownMessage(actor, channelId, externalId);
    if (!known) return { filled: false };
    const conversation = await lockAnyConversation(actor, known.conversationId);
    const link = await findMissing({ companyId: actor.companyId, channelId, externalId }, tries);
    if (!link) return { filled: false };
    const { files, ads } = sorted(link.missing);
    const before = files.flatMap(({ place }) => place ?? []);
    const filled = files.length > 0 && (await reflectFiles(context, known, content, before));
    if (conversation && picture) await fillPicture(context, conversation, ads[0]?.ad, picture);
    await rememberMissing(actor, input, content.missing, now, tries + 1);
    return { filled };
  },
});

/** The job of a channel: tries once more whatever is due, one message after the other. Others may do so at once. */
export async function fetchMissing(actor: Actor, channelId: string): Promise<void> {
  const connection = await findConnection(actor, channelId);
  for (let messages = 0; messages < batch; messages += 1) {
    const { due } = await takeMissing.execute(actor, { channelId });
    if (!due) return;
    const { externalId, type, text, missing, tries } = due;
    const { files, ads } = sorted(missing);
    const content = await keepContent(actor, connection, { type, text, media: files });
    const ad = ads[0] && (await keepPicture(actor, connection, ads[0]));
    const still = [...content.missing, ...(ad?.missing ?? [])];
    const picture = ad?.image ?? "";
    await fillFiles.execute(actor, { channelId, externalId, content: { ...content, missing: still }, picture, tries });
    if (still.length === 0) noteQuick(channelId);
    log.info({ channelId, files: missing.length, still: still.length }, "visitors' files were asked for again");
  }
}
