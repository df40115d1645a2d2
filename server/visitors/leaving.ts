import { z } from "zod";
import { command } from "#server/core/operation.ts";
import { deleteSession } from "./sessions.sql.ts";
import { ownSession } from "./sessions.ts";

/** DELETE /widget/v1/{channelId}/session: the browser forgets this visitor, say because the person signed out. */
export const leave = command({
  name: "visitors.leave",
  access: "visitor",
  input: z.object({}),
  output: z.object({ ended: z.literal(true) }),
  example: () => ({}),
  async run({ actor }) {
    const session = await ownSession(actor);
    await deleteSession(actor, session.id);
    return { ended: true as const };
  },
});
