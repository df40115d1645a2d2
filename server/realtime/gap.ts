import { z } from "zod";
import { newestSeq } from "#server/core/events/feed.sql.ts";
import { query } from "#server/core/operation.ts";
import { eventsAfter, load } from "./reading.sql.ts";
import { render } from "./rendering.ts";
import { isInAudience } from "./rooms.ts";
import { maxGap, sinceInput, sinceOutput } from "./schema.ts";

export const position = query({
  name: "realtime.position",
  access: "person",
  input: z.object({}),
  output: z.object({ seq: z.int() }),
  example: () => ({}),
  run: async ({ actor }) => ({ seq: await newestSeq(actor.companyId) }),
});

/** What the actor missed after `seq`, rendered as of now; `reset` when it was away for too much. */
export const since = query({
  name: "realtime.since",
  access: "person",
  input: sinceInput,
  output: sinceOutput,
  example: () => ({ seq: 0 }),
  async run({ actor, input }) {
    const { companyId } = actor;
    const found = await eventsAfter(companyId, input.seq, maxGap + 1);
    const newest = found.at(-1);
    // Ahead of the company: a position of another database, say after a restore.
    if (!newest) {
      const seq = await newestSeq(companyId);
      return { seq, reset: seq < input.seq, events: [] };
    }
    if (found.length > maxGap) return { seq: await newestSeq(companyId), reset: true, events: [] };
    const threads = new Set(input.threads);
    const events = render(found, await load(companyId, found))
      .filter(({ audience }) => isInAudience(actor, audience))
      .filter(({ audience }) => audience.kind !== "thread" || threads.has(audience.conversationId))
      .map(({ live }) => live);
    return { seq: newest.seq, reset: false, events };
  },
});
