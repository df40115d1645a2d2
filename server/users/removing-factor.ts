import { z } from "zod";
import { command, query } from "#server/core/operation.ts";
import { requireProof } from "#server/sessions/access.ts";
import { endSessionsOf } from "#server/sessions/ending.ts";
import { hasFactor } from "#server/sessions/factors/access.ts";
import { removeFactors } from "#server/sessions/factors/setting-up.ts";
import { lockUser, readableUser } from "./access.ts";
import { mayGovern } from "./governing.ts";
import { userIdInput } from "./schema.ts";

/** Whether a member has a second factor. */
export const readUserFactor = query({
  name: "users.factor",
  access: "users_read",
  input: userIdInput,
  output: z.object({ enabled: z.boolean() }),
  example: (given) => ({ userId: given.agentId ?? "" }),
  async run({ actor, input }) {
    const { id } = await readableUser(actor, input.userId);
    return { enabled: await hasFactor(actor, id) };
  },
});

/** Switches off the second factor of a member who has lost it, and signs them out. */
export const removeUserFactor = command({
  name: "users.removeFactor",
  access: "users_write",
  input: userIdInput,
  output: z.object({ enabled: z.literal(false) }),
  example: (given) => ({ userId: given.agentId ?? "" }),
  async run(context) {
    const user = await lockUser(context.actor, context.input.userId);
    await mayGovern(context.actor, user);
    await requireProof(context);
    await removeFactors(context, user.id);
    await endSessionsOf(context, user.id);
    return { enabled: false as const };
  },
});
