import { z } from "zod";
import { minute, second } from "#server/base/clock.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { reflectPlaceholder } from "#server/messages/reflecting.ts";
import type { InboundContent, PastContacts, PastPart } from "../inbound/items.ts";
import { rememberMissing } from "../media/fetching.ts";
import { keepContent } from "../media/media.ts";
import { importTarget } from "./access.ts";
import { findWritten, notePart, stageContacts, stageMessages } from "./imports.sql.ts";
import { declinedCode, mostStaged, stageInput } from "./schema.ts";

type Staged = z.output<typeof stageInput>;
type Context = CommandContext<Staged>;

const channelOf = ({ actor, input }: Context) => ({ companyId: actor.companyId, channelId: input.channelId });

/** Parts arrive in no order, so nothing is written before all have arrived or none has come for a while. */
const settledMs = 3 * second;
const silentMs = 2 * minute;

/** The placeholder of a file that the phone has not shared; it may still arrive by itself. */
export const placeholder = "media_placeholder";

async function storeMessages(context: Context): Promise<void> {
  const records = context.input.messages.map(({ key, at, data }) => ({
    key,
    at: at.toISOString(),
    person: data.person.userId ?? data.person.phone,
    data,
  }));
  await stageMessages(channelOf(context), records, placeholder);
}

/** Files of messages that were written as placeholders: they are fetched like any other. */
async function fillWritten(context: Context): Promise<void> {
  const { actor, input, now } = context;
  const late = new Map(
    input.messages.filter(({ data }) => data.content.missing.length > 0).map((one) => [one.key, one]),
  );
  if (late.size === 0) return;
  const written = await findWritten(channelOf(context), [...late.keys()]);
  for (const { externalId, ...message } of written) {
    const content = late.get(externalId)?.data.content;
    const known = content && (await reflectPlaceholder(context, message, { text: content.text, what: placeholder }));
    if (!content || !known) continue;
    await rememberMissing(actor, { channelId: input.channelId, externalId }, content.missing, now);
  }
}

async function storeContacts(context: Context): Promise<void> {
  const records = context.input.contacts.map(({ at, data }) => ({ key: data.phone, at: at.toISOString(), data }));
  await stageContacts(channelOf(context), records);
}

/** The progress after this part. A part without progress changes nothing. */
async function note(context: Context): Promise<void> {
  const { input, now } = context;
  const { refusal, messages } = input;
  const progress = input.progress === null ? null : Math.floor(input.progress);
  const state = refusal ? (refusal.code === declinedCode ? "declined" : "failed") : "reading";
  const pastOnly = refusal === null && messages.length === 0 && progress === null;
  const settled = new Date(now.getTime() + settledMs);
  const silent = new Date(now.getTime() + silentMs);
  const due = refusal ? null : pastOnly ? now : (progress ?? 0) >= 100 ? settled : silent;
  await notePart(channelOf(context), { state, progress, refusal, pastOnly, due, settled }, now);
}

/** Puts a piece of what a phone app shares in line to be written. Safe to repeat. */
export const stageHistory = command({
  name: "channels.stageHistory",
  access: "system",
  input: stageInput,
  output: z.object({}),
  example: (given) => ({ channelId: given.channelId ?? "", progress: 5, refusal: null, messages: [], contacts: [] }),
  async run(context) {
    const { actor, input, emit } = context;
    if (!(await importTarget(actor, input.channelId))) return {};
    if (input.messages.length > 0) {
      await storeMessages(context);
      await fillWritten(context);
    }
    if (input.contacts.length > 0) await storeContacts(context);
    await note(context);
    emit({ type: "channel/import", channelId: input.channelId, data: { id: input.channelId } });
    return {};
  },
});

/** Files are not fetched now: that is done message by message once it is written. */
async function storedOf(actor: Actor, content: InboundContent): Promise<Staged["messages"][number]["data"]["content"]> {
  if (!("media" in content) || !content.media) return keepContent(actor, undefined, content);
  const { type, text, media, details = {} } = content;
  const shared = { type, text: text.slice(0, 16_384), attachments: [], missing: media, places: [] };
  const extra = { ...details, missing: "The file has not been fetched yet." };
  return { ...shared, extra: media.length > 0 ? extra : { ...extra, what: placeholder } };
}

/** All of a part, in bounded pieces. The last one tells how far the platform is: until then more is to come. */
export async function stagePart(actor: Actor, channelId: string, part: PastPart | PastContacts): Promise<void> {
  const all = part.kind === "history" ? part.messages : [];
  const people = part.kind === "contacts" ? part.contacts : [];
  const shared = { channelId, refusal: part.kind === "history" ? part.refusal : null };
  const pieces = Math.max(1, Math.ceil(Math.max(all.length, people.length) / mostStaged));
  for (let piece = 0; piece < pieces; piece += 1) {
    const range = [piece * mostStaged, (piece + 1) * mostStaged] as const;
    const messages = await Promise.all(
      all.slice(...range).map(async ({ externalId: key, at, content, ...data }) => ({
        key,
        at,
        data: { ...data, content: await storedOf(actor, content) },
      })),
    );
    const contacts = people.slice(...range).map(({ at, ...data }) => ({ at, data }));
    const last = piece === pieces - 1;
    const progress = part.kind === "history" && last ? part.progress : null;
    await stageHistory.execute(actor, { ...shared, progress, messages, contacts });
  }
}
