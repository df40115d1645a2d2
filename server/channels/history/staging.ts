import { z } from "zod";
import { minute, second } from "#server/base/clock.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { execute, json, rows, sql } from "#server/db/sql.ts";
import { reflectPlaceholder } from "#server/messages/reflecting.ts";
import type { InboundContent, PastContacts, PastPart } from "../inbound/items.ts";
import { rememberMissing } from "../media/fetching.ts";
import { keepContent } from "../media/media.ts";
import { importTarget } from "./access.ts";
import { declinedCode, mostStaged, stageInput } from "./schema.ts";

type Staged = z.output<typeof stageInput>;
type Context = CommandContext<Staged>;

/** Parts arrive in no order, so nothing is written before all have arrived or none has come for a while. */
const settledMs = 3 * second;
const silentMs = 2 * minute;

/** The placeholder of a file that the phone has not shared; it may still arrive by itself. */
export const placeholder = "media_placeholder";

async function storeMessages({ actor, input }: Context): Promise<void> {
  const records = input.messages.map(({ key, at, data }) => ({
    key,
    at: at.toISOString(),
    person: data.person.userId ?? data.person.phone,
    data,
  }));
  // What was written already is not written again; a file takes the place of what stood for it.
  await execute(sql`
    insert into import_items ("companyId", "channelId", "kind", "key", "person", "at", "data")
    select distinct on (r."key") ${actor.companyId}::uuid, ${input.channelId}::uuid, 'message', r."key", r."person", r."at", r."data"
    from jsonb_to_recordset(${json(records)}::jsonb) as r("key" text, "person" text, "at" timestamptz, "data" jsonb)
    where not exists (select from message_links l where l."companyId" = ${actor.companyId}::uuid
      and l."channelId" = ${input.channelId}::uuid and l."externalId" = r."key")
    order by r."key", r."data"->'content'->'extra'->>'what' is not distinct from ${placeholder}
    on conflict ("companyId", "channelId", "kind", "key") do update
      set "data" = jsonb_set(import_items."data", '{content}', excluded."data"->'content')
      where import_items."data"->'content'->'extra'->>'what' = ${placeholder}
        and excluded."data"->'content'->'extra'->>'what' is distinct from ${placeholder}`);
}

/** Files of messages that were written as placeholders: they are fetched like any other. */
async function fillWritten(context: Context): Promise<void> {
  const { actor, input, now } = context;
  const late = new Map(
    input.messages.filter(({ data }) => data.content.missing.length > 0).map((one) => [one.key, one]),
  );
  if (late.size === 0) return;
  const written = await rows<{ externalId: string; messageId: string; conversationId: string }>(sql`
    select "externalId", "messageId", "conversationId" from message_links where "companyId" = ${actor.companyId}
      and "channelId" = ${input.channelId} and "externalId" = any(${[...late.keys()]}::text[])`);
  for (const { externalId, ...message } of written) {
    const content = late.get(externalId)?.data.content;
    const known = content && (await reflectPlaceholder(context, message, { text: content.text, what: placeholder }));
    if (!content || !known) continue;
    await rememberMissing(actor, { channelId: input.channelId, externalId }, content.missing, now);
  }
}

async function storeContacts({ actor, input }: Context): Promise<void> {
  const records = input.contacts.map(({ at, data }) => ({ key: data.phone, at: at.toISOString(), data }));
  await execute(sql`
    insert into import_items ("companyId", "channelId", "kind", "key", "person", "at", "data")
    select distinct on (r."key") ${actor.companyId}::uuid, ${input.channelId}::uuid, 'contact', r."key", r."key", r."at", r."data"
    from jsonb_to_recordset(${json(records)}::jsonb) as r("key" text, "at" timestamptz, "data" jsonb)
    order by r."key", r."at" desc
    on conflict ("companyId", "channelId", "kind", "key") do update
      set "data" = excluded."data", "at" = excluded."at", "error" = null`);
}

/** The progress after this part. A part without progress changes nothing. */
async function note({ actor, input, now }: Context): Promise<void> {
  const { channelId, refusal, messages } = input;
  const progress = input.progress === null ? null : Math.floor(input.progress);
  const state = refusal ? (refusal.code === declinedCode ? "declined" : "failed") : "reading";
  const pastOnly = refusal === null && messages.length === 0 && progress === null;
  const settled = new Date(now.getTime() + settledMs);
  const silent = new Date(now.getTime() + silentMs);
  const due = refusal ? null : pastOnly ? now : (progress ?? 0) >= 100 ? settled : silent;
  await execute(sql`
    insert into channel_imports as i ("companyId", "channelId", "state", "progress", "code", "error", "startedAt", "heardAt", "dueAt")
    values (${actor.companyId}, ${channelId}, ${state}, ${progress}, ${refusal?.code ?? null}, ${refusal?.reason ?? ""},
      ${now}, ${now}, ${due})
    on conflict ("companyId", "channelId") do update set
      "state" = case when ${pastOnly}::boolean and i."state" = 'declined' then i."state" else excluded."state" end,
      "progress" = case when excluded."progress" is null then i."progress"
        when i."state" in ('waiting', 'reading') then greatest(i."progress", excluded."progress") else excluded."progress" end,
      "code" = case when ${pastOnly}::boolean then i."code" else excluded."code" end,
      "error" = case when ${pastOnly}::boolean then i."error" else excluded."error" end,
      "startedAt" = coalesce(i."startedAt", excluded."startedAt"), "heardAt" = excluded."heardAt", "finishedAt" = null,
      "dueAt" = case when ${pastOnly}::boolean then coalesce(i."dueAt", excluded."dueAt")
        when i."progress" >= 100 and excluded."dueAt" is not null then ${settled}::timestamptz
        else coalesce(excluded."dueAt", i."dueAt") end`);
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
