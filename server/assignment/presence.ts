import { z } from "zod";
import { command, query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { ownUser } from "#server/users/access.ts";
import { setAvailability } from "#server/users/availability.ts";
import type { AgentAvailability } from "./choices.ts";
import { followSockets } from "./presence.sql.ts";
import { availabilityInput, ownAvailabilitySchema } from "./schema.ts";

/** Whether people are available follows their sockets, for all processes. */
export const followPresence = command({
  name: "assignment.followPresence",
  access: "system",
  input: z.object({}),
  output: z.object({ changed: z.int() }),
  example: () => ({}),
  async run({ actor, emit }) {
    const changed = await followSockets(actor.companyId);
    if (changed.length > 0)
      emit({ type: "availability/changed", data: { userIds: changed.map(({ userId }) => userId) } });
    return { changed: changed.length };
  },
});

export function availabilityOf(online: boolean, own: "online" | "away"): AgentAvailability {
  if (!online) return "offline";
  return own === "away" ? "away" : "available";
}

/** GET /v1/users/me/availability */
export const readAvailability = query({
  name: "assignment.availability",
  access: "anyone",
  input: z.object({}),
  output: ownAvailabilitySchema,
  example: () => ({}),
  async run({ actor }) {
    const { companyId, id: userId, availability } = await ownUser(actor);
    const state = await prisma.agentState.findFirst({ where: { companyId, userId } });
    return { userId, availability: availabilityOf(state?.online ?? false, availability) };
  },
});

/** PUT /v1/users/me/availability: of oneself; without a connection one is offline whatever one says. */
export const changeAvailability = command({
  name: "assignment.changeAvailability",
  access: "anyone",
  input: availabilityInput,
  output: ownAvailabilitySchema,
  example: () => ({ availability: "away" as const }),
  async run(context) {
    const { companyId, id: userId } = await ownUser(context.actor);
    const own = context.input.availability === "away" ? "away" : "online";
    await setAvailability(context, userId, own);
    const state = await prisma.agentState.findFirst({ where: { companyId, userId } });
    return { userId, availability: availabilityOf(state?.online ?? false, own) };
  },
});
