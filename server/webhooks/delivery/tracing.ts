import { isTracing, spanned } from "#server/base/tracing.ts";
import type { Outcome } from "./posting.ts";
import type { Held } from "./queue.ts";

/** An attempt is a part of its event's trace. */
export function traced(held: Held, work: () => Promise<Outcome>): Promise<Outcome> {
  if (!isTracing() || !held.trace) return work();
  const { event, eventId, webhookId, attempt } = held;
  const attributes = { "parley.event.id": eventId, "parley.webhook.id": webhookId, "parley.attempt": attempt + 1 };
  return spanned({ name: `deliver ${event}`, kind: "CLIENT", parent: held.trace, attributes }, async (span) => {
    const outcome = await work();
    if (outcome.statusCode !== null) span?.setAttribute("http.response.status_code", outcome.statusCode);
    if (!outcome.success) span?.setStatus({ code: 2 });
    return outcome;
  });
}
