import { z } from "zod";
import { connectedUsers } from "#server/assignment/access.ts";
import { visitorNames } from "#server/conversations/access.sql.ts";
import { query } from "#server/core/operation.ts";
import { offsetOf, paginate } from "#server/core/pagination.ts";
import { namesOf } from "#server/users/listing.sql.ts";
import { longestWait, standingOf, waitingPage } from "./readable.sql.ts";
import { liveSchema, waitingInput, waitingSchema } from "./schema.ts";

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

/** The conversations that `waiting` counts, the longest first. */
export const listWaiting = query({
  name: "reports.waiting",
  access: "reports_read",
  input: waitingInput,
  output: waitingSchema,
  example: () => ({ limit: 20 }),
  async run({ actor, input }) {
    const skip = offsetOf(input);
    const total = (await standingOf(actor)).reduce((all, { waiting }) => all + waiting, 0);
    const found = await waitingPage(actor, { take: input.limit, skip });
    const names = await visitorNames(
      actor,
      found.map(({ conversationId }) => conversationId),
    );
    const data = found.map(({ conversationId, neededAt, agentId }) => {
      return { conversationId, since: neededAt, agentId, visitorName: names.get(conversationId) ?? "" };
    });
    return { pagination: paginate(input, total, skip + found.length < total, null), data };
  },
});
