import { z } from "zod";
import { query } from "#server/core/operation.ts";
import { findThreadOf } from "./identities.sql.ts";
import { shapesOf } from "./identities.ts";
import { personSchema } from "./schema.ts";

/** The latest conversation with a person on a channel. */
export const findThread = query({
  name: "channels.findThread",
  access: "system",
  input: z.object({ channelId: z.uuid(), person: personSchema }),
  output: z.object({ conversationId: z.string().nullable() }),
  example: (given) => ({
    channelId: given.channelId ?? "",
    person: { phone: "", userId: "1234", name: "", username: "" },
  }),
  async run({ actor, input }) {
    const ids = [...shapesOf(input.person.phone), ...(input.person.userId ? [input.person.userId] : [])];
    const found = await findThreadOf({ companyId: actor.companyId, channelId: input.channelId }, ids);
    return { conversationId: found?.id ?? null };
  },
});
