import { z } from "zod";
import { notFound } from "#server/base/errors.ts";
import { env } from "#server/config/env.ts";
import type { Actor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { execute, rows, sql } from "#server/db/sql.ts";
import { uploadUrl } from "#server/uploads/storage.ts";
import { readableChannel } from "../access.ts";
import { platformOf } from "../connection/credentials.ts";
import { type SimulatedAccount, simulatedAccount } from "./accounts.ts";
import { faultsSchema } from "./faults.ts";
import { profileOf } from "./graph-accounts.ts";
import { customerSends } from "./phone.ts";
import { phoneBubbleSchema, phoneMessageInput, phoneThreadSchema } from "./phone-schema.ts";
import { withPlaceholder } from "./placeholders.ts";
import { SimulatedError } from "./refusing.ts";
import { messagesChange } from "./scripts.ts";
import { faultsOf, objectOf, putObject, queueCallback, setFaults } from "./state.ts";

type Bubble = z.input<typeof phoneBubbleSchema>;

const channelInput = z.object({ channelId: z.uuid() });
const example = (given: Readonly<Record<string, string>>) => ({
  channelId: given.whatsappChannelId ?? given.channelId ?? "",
});

/** Only sandbox channels of the actor's company, only where the simulator runs; anything else is not found. */
export async function sandboxAccount(actor: Actor, channelId: string): Promise<SimulatedAccount> {
  const channel = await readableChannel(actor, channelId);
  const platform = platformOf(channel.type);
  if (!env.simulator || !channel.sandbox || !platform) throw notFound("sandbox channel");
  return simulatedAccount({ companyId: actor.companyId, channelId, platform });
}

const accountSchema = z.object({
  channelId: z.string(),
  label: z.string(),
  type: z.string(),
  number: z.string(),
  connected: z.boolean(),
});

/** Whether the simulator runs here, and what it plays for this company. */
export const simulatorAccounts = query({
  name: "simulator.accounts",
  access: "websites_read",
  input: z.object({}),
  output: z.object({ available: z.boolean(), accounts: z.array(accountSchema) }),
  example: () => ({}),
  async run({ actor }) {
    if (!env.simulator) return { available: false, accounts: [] };
    const found = await rows<z.input<typeof accountSchema> & { id: string }>(sql`
      select "id", "id" as "channelId", "label", "type", '' as "number", "connected" from channels
      where "companyId" = ${actor.companyId} and "sandbox" and "deletedAt" is null
        and "type" in ('WHATSAPP_API', 'FACEBOOK', 'INSTAGRAM') order by "companyId", "id"`);
    const accounts = found.map(({ id, ...one }) => ({
      ...one,
      number: simulatedAccount({ companyId: actor.companyId, channelId: id, platform: "whatsapp" }).number,
    }));
    return { available: true, accounts };
  },
});

/** The simulated customers of an account, latest first. */
export const simulatorThreads = query({
  name: "simulator.threads",
  access: "websites_read",
  input: channelInput,
  output: z.object({ threads: z.array(phoneThreadSchema) }),
  example,
  async run({ actor, input }) {
    const account = await sandboxAccount(actor, input.channelId);
    const threads = await rows<z.input<typeof phoneThreadSchema>>(sql`
      select m."peer", coalesce(max(o."data"->>'name'), m."peer") as "name", max(m."createdAt") as "lastAt",
        count(*) as "messages" from simulator_messages m
      left join simulator_objects o on o."companyId" = m."companyId" and o."channelId" = m."channelId"
        and o."kind" = 'people' and o."key" = m."peer"
      where m."companyId" = ${account.companyId} and m."channelId" = ${account.channelId}
      group by m."peer" order by max(m."createdAt") desc limit 200`);
    return { threads };
  },
});

/** What stands on one simulated phone, oldest first. */
export const simulatorThread = query({
  name: "simulator.thread",
  access: "websites_read",
  input: channelInput.extend({ peer: z.string().max(100) }),
  output: z.object({
    messages: z.array(phoneBubbleSchema),
    typing: z.boolean().meta({ description: "The business is seen writing." }),
  }),
  example: (given) => ({ ...example(given), peer: "5491155550000" }),
  async run({ actor, input }) {
    const account = await sandboxAccount(actor, input.channelId);
    const messages = await rows<Bubble>(sql`
      select latest.*, coalesce(o."data"->>'key', '') as "media",
        coalesce(o."data"->>'name', '') as "mediaName", coalesce(r."data"->>'emoji', '') as "reaction" from (
        select "id", "direction", "body", "status", "createdAt" from simulator_messages
        where "companyId" = ${account.companyId} and "channelId" = ${account.channelId} and "peer" = ${input.peer}
        order by "createdAt" desc, "id" limit 200) latest
      left join simulator_objects o on o."companyId" = ${account.companyId} and o."channelId" = ${account.channelId}
        and o."kind" = 'media' and o."key" = coalesce(
          latest."body"->(latest."body"->>'type')->>'id',
          jsonb_path_query_first(latest."body", '$.**.image.id') #>> '{}',
          latest."body"#>>'{message,attachment,payload,attachment_id}',
          substring(latest."body"#>>'{message,attachments,0,payload,url}' from '/media/([0-9]+)'))
      left join simulator_objects r on r."companyId" = ${account.companyId} and r."channelId" = ${account.channelId}
        and r."kind" = 'reactions' and r."key" = latest."id"
      order by latest."createdAt", latest."id"`);
    const typing = await objectOf<{ until: number }>(account, "typing", input.peer);
    return {
      messages: messages.map((one) => ({ ...one, media: one.media ? uploadUrl(one.media) : "" })),
      typing: typing !== undefined && typing.until > Date.now(),
    };
  },
});

/** The customer writes, taps, reacts, edits or deletes. */
export const simulatorSend = command({
  name: "simulator.send",
  access: "websites_write",
  input: phoneMessageInput,
  output: z.object({ id: z.string() }),
  example: (given) => ({ ...example(given), peer: "5491155550000", type: "text" as const, text: "Hello" }),
  async run({ actor, input }) {
    const account = await sandboxAccount(actor, input.channelId);
    try {
      return await customerSends(account, await withPlaceholder(actor, input));
    } catch (error) {
      if (error instanceof SimulatedError) throw notFound("file");
      throw error;
    }
  },
});

/** The customer opens the chat: everything the business wrote is read. */
export const simulatorRead = command({
  name: "simulator.read",
  access: "websites_write",
  input: channelInput.extend({ peer: z.string().max(100) }),
  output: z.object({ read: z.int() }),
  example: (given) => ({ ...example(given), peer: "5491155550000" }),
  async run({ actor, input, now }) {
    const account = await sandboxAccount(actor, input.channelId);
    const unread = await rows<{ id: string; callback: string | null }>(sql`
      update simulator_messages set "status" = 'read', "updatedAt" = now()
      where "companyId" = ${account.companyId} and "channelId" = ${account.channelId} and "peer" = ${input.peer}
        and "direction" = 'out' and "status" <> 'failed' returning "id", "callback"`);
    const timestamp = String(Math.floor(now.getTime() / 1000));
    const about = { sender: { id: input.peer }, recipient: { id: account.id }, timestamp: now.getTime() };
    if (account.platform === "messenger")
      await queueCallback(account, { ...about, read: { watermark: now.getTime() } }, 0);
    for (const { id, callback } of account.platform === "messenger" ? [] : unread.slice(-50)) {
      const item = {
        id,
        status: "read",
        timestamp,
        recipient_id: input.peer,
        biz_opaque_callback_data: callback ?? "",
      };
      const change =
        account.platform === "whatsapp"
          ? messagesChange(account, { statuses: [item] })
          : { ...about, read: { mid: id } };
      await queueCallback(account, change, 0);
    }
    return { read: unread.length };
  },
});

export const simulatorFaults = query({
  name: "simulator.faults",
  access: "websites_read",
  input: channelInput,
  output: faultsSchema,
  example,
  run: async ({ actor, input }) => faultsOf(await sandboxAccount(actor, input.channelId)),
});

/** Only the given switches change. */
export const setSimulatorFaults = command({
  name: "simulator.setFaults",
  access: "websites_write",
  input: channelInput.extend({ faults: faultsSchema.partial() }),
  output: faultsSchema,
  example: (given) => ({ ...example(given), faults: { duplicates: 1 } }),
  async run({ actor, input }) {
    const account = await sandboxAccount(actor, input.channelId);
    const given = Object.fromEntries(Object.entries(input.faults).filter(([, value]) => value !== undefined));
    const faults = faultsSchema.parse({ ...(await faultsOf(account)), ...given });
    await setFaults(account, faults);
    return faults;
  },
});

/** The platform rates the number, or something happens to the account. */
export const simulatorAccountEvent = command({
  name: "simulator.accountEvent",
  access: "websites_write",
  input: channelInput.extend({
    quality: z.enum(["GREEN", "YELLOW", "RED"]).optional(),
    limit: z.enum(["TIER_250", "TIER_2K", "TIER_10K", "TIER_100K", "TIER_UNLIMITED"]).optional(),
    event: z.enum(["PARTNER_REMOVED", "ACCOUNT_RECONNECTED", "DISABLED_UPDATE"]).optional(),
    unverified: z.literal(true).optional().meta({ description: "The number is new: it must be proven by a code." }),
  }),
  output: z.object({}),
  example: (given) => ({ ...example(given), quality: "YELLOW" as const }),
  async run({ actor, input }) {
    const account = await sandboxAccount(actor, input.channelId);
    const profile = await profileOf(account);
    const { quality = profile.quality, limit = profile.limit, event } = input;
    const fresh = input.unverified ? { status: "UNVERIFIED", verification: "NOT_VERIFIED" } : {};
    await putObject(account, "switches", "profile", { ...profile, quality, limit, ...fresh });
    if (account.platform !== "whatsapp") return {};
    const told = {
      display_phone_number: account.number,
      event: quality === "RED" ? "FLAGGED" : "UNFLAGGED",
      current_limit: limit,
    };
    await queueCallback(account, { field: "phone_number_quality_update", value: told }, 0);
    if (event) await queueCallback(account, { field: "account_update", value: { event } }, 0);
    return {};
  },
});

/** Forgets a simulated phone. */
export const clearSimulatorThread = command({
  name: "simulator.clear",
  access: "websites_write",
  input: channelInput.extend({ peer: z.string().max(100) }),
  output: z.object({ removed: z.int() }),
  example: (given) => ({ ...example(given), peer: "5491155550000" }),
  async run({ actor, input }) {
    const account = await sandboxAccount(actor, input.channelId);
    const removed = await execute(sql`
      delete from simulator_messages where "companyId" = ${account.companyId} and "channelId" = ${account.channelId}
        and "peer" = ${input.peer}`);
    return { removed };
  },
});
