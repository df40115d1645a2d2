import { z } from "zod";
import { command } from "#server/core/operation.ts";
import { endSession, ownSession } from "./sessions.ts";

/** DELETE /widget/v1/{channelId}/session: the browser forgets this visitor, say because the person signed out. */
export const leave = command({
  name: "visitors.leave",
  access: "visitor",
  input: z.object({}),
  output: z.object({ ended: z.literal(true) }),
  example: () => ({}),
  async run(context) {
    await endSession(context, await ownSession(context.actor));
    return { ended: true as const };
  },
});
