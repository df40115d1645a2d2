import { z } from "zod";
import { notFound } from "#server/base/errors.ts";
import { env } from "#server/config/env.ts";
import type { Actor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { uploadUrl } from "#server/uploads/storage.ts";
import { readableChannel } from "../access.ts";
import { platformOf } from "../connection/credentials.ts";
import { type SimulatedAccount, simulatedAccount } from "./accounts.ts";
import { faultsSchema } from "./faults.ts";
import { profileOf } from "./graph-accounts.ts";
import { bubblesOf, deleteThread, markReadByCustomer, threadsOf } from "./messages.sql.ts";
import { objectOf, putObject } from "./objects.sql.ts";
import { customerSends } from "./phone.ts";
import { phoneBubbleSchema, phoneMessageInput, phoneThreadSchema } from "./phone-schema.ts";
import { withPlaceholder } from "./placeholders.ts";
import { SimulatedError } from "./refusing.ts";
import { messagesChange } from "./scripts.ts";
import { faultsOf, queueCallback, setFaults } from "./state.ts";

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
    const { companyId } = actor;
    const found = await prisma.channel.findMany({
      where: { companyId, sandbox: true, deletedAt: null, type: { in: ["WHATSAPP_API", "FACEBOOK", "INSTAGRAM"] } },
      select: { id: true, label: true, type: true, connected: true },
      orderBy: [{ companyId: "asc" }, { id: "asc" }],
    });
    const accounts = found.map(({ id: channelId, ...one }) => ({
      ...one,
      channelId,
      number: simulatedAccount({ companyId, channelId, platform: "whatsapp" }).number,
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
    const threads = await threadsOf(account);
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
    const messages = await bubblesOf(account, input.peer);
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
    const unread = await markReadByCustomer(account, input.peer);
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
    const removed = await deleteThread(account, input.peer);
    return { removed };
  },
});
