import { z } from "zod";
import { command } from "#server/core/operation.ts";
import { endSessionsOf } from "#server/sessions/ending.ts";
import { endedSchema } from "#server/sessions/schema.ts";
import { lockUser } from "./access.ts";
import { mayGovern } from "./governing.ts";

/** Signs a user out everywhere: a lost laptop, a suspicion. */
export const endSessionsOfUser = command({
  name: "sessions.endOfUser",
  access: "users_write",
  input: z.object({ userId: z.string() }),
  output: endedSchema,
  example: (given) => ({ userId: given.agentId ?? "" }),
  async run(context) {
    const user = await lockUser(context.actor, context.input.userId);
    await mayGovern(context.actor, user);
    return { ended: await endSessionsOf(context, user.id) };
  },
});
