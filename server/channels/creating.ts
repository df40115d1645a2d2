import type { Actor } from "#server/core/actor.ts";
import { AppError } from "#server/core/errors.ts";
import { newId } from "#server/core/ids.ts";
import { command } from "#server/core/operation.ts";
import { execute, json, row, sql } from "#server/db/sql.ts";
import { readableChannel } from "./access.ts";
import { channelSchema, createChannelInput } from "./schema.ts";
import { viewOneChannel } from "./viewing.ts";

/** Refuses a channel over the plan's limit (L4); the locked company row lets two creations not pass together. */
async function withinPlan(actor: Actor): Promise<void> {
  const plan = await row<{ channelLimit: number }>(sql`
    select p."channelLimit" from companies k join plans p on p."id" = k."planId"
    where k."id" = ${actor.companyId} for update of k`);
  const used = await row<{ count: number }>(sql`
    select count(*) as "count" from channels where "companyId" = ${actor.companyId} and "deletedAt" is null`);
  if (plan && (used?.count ?? 0) >= plan.channelLimit) {
    throw new AppError("plan_limit_reached", { message: `Your plan allows ${plan.channelLimit} channels.` });
  }
}

/** POST /v1/channels (L8). A web channel works at once; the others once their platform is connected. */
export const createChannel = command({
  name: "channels.create",
  access: "websites_write",
  input: createChannelInput,
  output: channelSchema,
  example: () => ({ type: "WEBSITE" as const, label: "Shop" }),
  async run({ actor, input, now, emit }) {
    await withinPlan(actor);
    const { appearance = {}, allowedOrigins = [], identityRequired = false } = input.settings ?? {};
    const id = newId();
    await execute(sql`
      insert into channels ("companyId", "id", "type", "label", "connected", "sandbox", "settings", "allowedOrigins",
        "identityRequired", "createdAt", "updatedAt")
      values (${actor.companyId}, ${id}, ${input.type}, ${input.label}, ${input.type === "WEBSITE"}, ${input.sandbox},
        ${json({ appearance })}, ${allowedOrigins}, ${identityRequired}, ${now}, ${now})`);
    emit({ type: "channel/changed", channelId: id, data: { id } });
    return viewOneChannel(actor, await readableChannel(actor, id));
  },
});
