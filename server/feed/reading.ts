import { isDeepStrictEqual } from "node:util";
import { AppError, invalidField } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { env } from "#server/config/env.ts";
import type { Actor } from "#server/core/actor.ts";
import { type FeedRow, newestSeq, readFeed, seqBefore } from "#server/core/events/feed.sql.ts";
import { type PublicEventType, publicEventTypes } from "#server/core/events/public-types.ts";
import { query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor } from "#server/core/pagination.ts";
import { readsAll } from "#server/core/rights.ts";
import { scrubbedData } from "#server/erasures/values.ts";
import { waitForNews } from "#server/kit/relay/news.ts";
import { actorByNow } from "#server/tokens/authentication.ts";
import { type FeedInput, feedInput, feedOutput } from "./schema.ts";

/** A cursor is a place among all events, so types and channel may change from one answer to the next. */
const list = { list: "events" };
const dayMs = 24 * 3600 * 1000;
/** Looks again although nobody called: the news may be lost with a connection, and a token ends within 5 s (A6). */
const lookAgainMs = 5000;
/** Rare types among very many events: answered with nothing and a cursor further on. */
const longestSearchMs = 2000;

/**
 * GET /v1/events: the company's events in their exact order, as webhooks tell them, for as long as they are kept
 * (`EVENT_FEED_DAYS`). Whoever reads on from `nextCursor` misses none and gets none twice.
 */
export const listEvents = query({
  name: "events.list",
  access: "webhooks_read",
  input: feedInput,
  output: feedOutput,
  example: () => ({ from: "newest" as const, limit: 100, wait: 0 }),
  async run({ actor, input, now }) {
    const oldest = new Date(now.getTime() - env.eventFeedDays * dayMs);
    let after = await beginningOf(actor, input, oldest);
    const begun = performance.now();
    for (let hasWaited = false; ; hasWaited = true) {
      const left = begun + input.wait * 1000 - performance.now();
      const news = left > 0 ? waitForNews(actor.companyId, Math.min(left, lookAgainMs)) : "ended";
      if (news === "full") throw new AppError("rate_limited", { message: tooMany });
      try {
        // Who may do otherwise than when the wait began is told nothing more: the next request goes by that.
        if (hasWaited && !isDeepStrictEqual(await actorByNow(actor), actor))
          return { data: [], nextCursor: cursorAt(after, now) };
        const { types: named = [], limit } = input;
        // Of `,` nothing is left, and that is no filter (B8).
        const types = named.length > 0 ? named : publicEventTypes;
        const channelId = input.channelId && (isId(input.channelId) ? input.channelId : nobodys);
        const found = await readFeed({ companyId: actor.companyId, after, types, channelId, limit });
        if (after > found.newest) throw invalidField("cursor", ahead);
        after = found.position;
        const searched = found.more ? performance.now() - begun > longestSearchMs : news === "ended";
        if (found.events.length > 0 || searched) {
          return { data: found.events.map((event) => told(actor, event)), nextCursor: cursorAt(after, now) };
        }
        if (!found.more && news !== "ended") await news.over;
      } finally {
        if (news !== "ended") news.forget();
      }
    }
  },
});

/** Of no channel: what has no form of an id finds nothing, as in other lists (A9). */
const nobodys = "00000000-0000-0000-0000-000000000000";

/** Nothing would come until the company has as many events, and then what is between would be missed. */
const ahead =
  "The cursor is ahead of the company's events: it is another company's, or older than a backup that was restored. Read anew without it.";

const tooMany = "Too many requests of this company wait for events already.";

/** The last seq that the reader has seen. */
async function beginningOf(actor: Actor, { cursor, from }: FeedInput, oldest: Date): Promise<number> {
  if (cursor === undefined) {
    return from === "newest" ? newestSeq(actor.companyId) : seqBefore(actor.companyId, oldest);
  }
  const [seq, at] = decodeCursor(list, cursor);
  if (typeof seq !== "number" || typeof at !== "number")
    throw invalidField("cursor", "The cursor is not one of events.");
  if (at < oldest.getTime() && seq < (await seqBefore(actor.companyId, oldest))) {
    const message = `Events are kept for ${env.eventFeedDays} days; what came after this cursor is partly gone. Read anew without it.`;
    throw invalidField("cursor", message, "cursor_expired");
  }
  return seq;
}

/** Where a reader stands that has seen this and all before it. */
export function cursorAt(seq: number, now: Date): string {
  return encodeCursor(list, [seq, now.getTime()]);
}

/** Those who may not read all contacts and conversations learn ids, times and kinds only, as in the log of a webhook (C1). */
function told(actor: Actor, { id, seq, type, createdAt, data }: FeedRow) {
  const whole = data as Record<string, unknown>;
  return {
    id,
    seq,
    type: type as PublicEventType,
    createdAt,
    data: readsAll(actor) ? whole : scrubbedData(whole, "all"),
  };
}
