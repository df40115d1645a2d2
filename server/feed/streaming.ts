import { Hono } from "hono";
import { now } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import { parseInput } from "#server/core/input.ts";
import { authorize } from "#server/core/operation.ts";
import { haveNewsEnded } from "#server/kit/relay/news.ts";
import type { Variables } from "#server/kit/rest/mount.ts";
import { actorFromToken } from "#server/tokens/authentication.ts";
import { cursorAt, listEvents } from "./reading.ts";
import { type FeedPage, feedInput } from "./schema.ts";

/** A line goes out at least this often, so that proxies keep the connection and a dead one is noticed. */
const beatSeconds = 15;
/** Of the reader, before it connects again. */
const retryMs = 2000;

const wantsStream = (accept: string | undefined) => /(?:^|,)\s*text\/event-stream\b/i.test(accept ?? "");

/** The same feed as server-sent events: `id` is the cursor, which browsers send back as `Last-Event-ID`. */
export const feedStream = new Hono<{ Variables: Variables }>();

feedStream.get("/v1/events", async (c, next) => {
  if (!wantsStream(c.req.header("accept"))) return next();
  c.set("template", "/v1/events");
  const bearer = (c.req.header("authorization") ?? "").replace(/^Bearer +/i, "").trim();
  let actor = c.get("actor");
  authorize(actor, listEvents.access);
  // A stream waits as it does, but a fault is a fault.
  parseInput(feedInput, c.req.query());
  const { wait: _, ...asked } = c.req.query();
  const lastId = c.req.header("last-event-id");
  // Faults of the request are answered as JSON, before the stream begins.
  const first = await listEvents.execute(actor, { ...asked, ...(lastId ? { cursor: lastId } : {}) });
  let { nextCursor: cursor } = first;
  let opening: FeedPage | undefined = first;
  // The reader went while its next page was awaited: there is nobody to tell.
  let left = false;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        if (opening) {
          controller.enqueue(bytes(`retry: ${retryMs}\n\n${lines(opening)}`));
          opening = undefined;
          return;
        }
        // The process stops: the reader goes on elsewhere from its last id.
        if (haveNewsEnded()) return controller.close();
        const found = await actorFromToken(bearer);
        // The token was revoked: the next request says so.
        if (left) return;
        if (!found) return controller.close();
        actor = found;
        const page: FeedPage = await listEvents.execute(actor, { ...asked, cursor, wait: beatSeconds });
        cursor = page.nextCursor;
        if (!left) controller.enqueue(bytes(lines(page)));
      } catch (error) {
        if (left) return;
        // The reader connects again from its last id, and gets the reason as an answer if it lasts.
        log.info({ error, companyId: actor.companyId }, "a stream of events ended");
        controller.close();
      }
    },
    cancel() {
      left = true;
    },
  });
  const headers = { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" };
  return new Response(stream, { headers });
});

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Each event carries the cursor behind it, so that a cut between two repeats none; a page without events moves it alone. */
function lines({ data, nextCursor }: FeedPage): string {
  const at = now();
  const events = data.map(
    (event) => `id: ${cursorAt(event.seq, at)}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
  );
  return data.length > 0 ? events.join("") : `: still here\nid: ${nextCursor}\n\n`;
}
