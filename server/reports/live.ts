import { z } from "zod";
import { connectedUsers } from "#server/assignment/access.ts";
import { query } from "#server/core/operation.ts";
import { namesOf } from "#server/users/listing.sql.ts";
import { longestWait, standingOf } from "./access.sql.ts";
import { liveSchema } from "./schema.ts";

/** How things stand now: read when a screen opens and whenever its company's conversations change. */
export const readLive = query({
  name: "reports.live",
  access: "reports_read",
  input: z.object({}),
  output: liveSchema,
  example: () => ({}),
  async run({ actor }) {
    const { companyId } = actor;
    const standing = await standingOf(actor);
    const [longest] = await longestWait(actor);
    const connected = await connectedUsers(actor);
    const held = new Map(standing.map(({ agentId, open }) => [agentId, open]));
    const people = (await namesOf(companyId)).filter(
      ({ active, role, id }) => held.has(id) || (active && role !== "viewer"),
    );
    return {
      waiting: standing.reduce((all, { waiting }) => all + waiting, 0),
      longestSince: longest?.neededAt ?? null,
      longestId: longest?.conversationId ?? null,
      open: standing.reduce((all, { open }) => all + open, 0),
      agents: people.map(({ id, name, availability }) => ({
        id,
        name,
        available: availability === "online" && connected.has(id),
        open: held.get(id) ?? 0,
      })),
    };
  },
});
