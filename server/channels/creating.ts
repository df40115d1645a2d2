import { AppError } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { lockCompany } from "#server/companies/access.ts";
import { env } from "#server/config/env.ts";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { planOf } from "#server/plans/access.ts";
import { readableChannel } from "./access.ts";
import { storeCredentials } from "./connection/connecting.ts";
import { type Platform, platformOf } from "./connection/credentials.ts";
import { requirePeople } from "./editing.ts";
import { channelSchema, createChannelInput } from "./schema.ts";
import { simulatedAccount, simulatedCredentials } from "./simulator/accounts.ts";
import { putObject } from "./simulator/objects.sql.ts";
import { viewOneChannel } from "./viewing.ts";

/** Refuses a channel over the plan's limit (L4); the locked company row lets two creations not pass together. */
async function requireRoomInPlan(actor: Actor): Promise<void> {
  const { id: companyId } = await lockCompany(actor);
  const plan = await planOf(companyId);
  if ((await prisma.channel.count({ where: { companyId, deletedAt: null } })) >= plan.channelLimit) {
    throw new AppError("plan_limit_reached", { message: `Your plan allows ${plan.channelLimit} channels.` });
  }
}

/** A sandbox channel talks to the built-in simulator from the start (J2); the others are connected by their owner. */
async function connectSandbox(actor: Actor, channelId: string, platform: Platform, now: Date): Promise<void> {
  const account = simulatedAccount({ companyId: actor.companyId, channelId, platform });
  await storeCredentials(actor, channelId, simulatedCredentials(account), now, true);
  await putObject(account, "switches", "subscription", { at: now.toISOString() });
  await prisma.channel.update({
    where: { companyId_id: { companyId: actor.companyId, id: channelId } },
    data: { connected: true, whatsappForm: false },
  });
}

/** POST /v1/channels (L8). A web channel works at once; the others once their platform is connected. */
export const createChannel = command({
  name: "channels.create",
  access: "websites_write",
  input: createChannelInput,
  output: channelSchema,
  example: () => ({ type: "WEBSITE" as const, label: "Shop" }),
  async run({ actor, input, now, emit }) {
    await requireRoomInPlan(actor);
    const { appearance = {}, allowedOrigins = [], identityRequired = false, assignees = [] } = input.settings ?? {};
    await requirePeople(actor, assignees);
    const id = newId();
    const { type, label, sandbox } = input;
    await prisma.channel.create({
      data: {
        ...{ companyId: actor.companyId, id, type, label, sandbox, settings: { appearance, assignees } },
        ...{ connected: type === "WEBSITE", whatsappForm: type === "WHATSAPP_API" },
        ...{ allowedOrigins, identityRequired, createdAt: now, updatedAt: now },
      },
    });
    const platform = platformOf(input.type);
    if (input.sandbox && platform && env.simulator) await connectSandbox(actor, id, platform, now);
    emit({ type: "channel/changed", channelId: id, data: { id } });
    return viewOneChannel(actor, await readableChannel(actor, id));
  },
});
