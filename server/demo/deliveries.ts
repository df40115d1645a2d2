import { hour, minute } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { inTransaction } from "#server/db/pool.ts";
import { createWebhook } from "#server/webhooks/creating.ts";
import { updateWebhook } from "#server/webhooks/editing.ts";
import { dice } from "./chance.ts";
import { contactsMade, insertAll } from "./seeding.sql.ts";

const url = "https://erp.acme-bikes.example/parley/events";

/** One attempt as the log shows it: mostly quick, sometimes a busy receiver that is tried again. */
function attempt(at: Date, roll: () => number, failing: boolean) {
  const answer = failing
    ? { statusCode: 503, responseBody: "Service Unavailable", errorMessage: "The target answered 503.", success: false }
    : { statusCode: 200, responseBody: '{"ok":true}', errorMessage: null, success: true };
  return { ...answer, durationMs: Math.round(40 + roll() * (failing ? 2400 : 260)), createdAt: at };
}

async function seedLog({ companyId }: Actor, webhookId: string, now: Date): Promise<void> {
  const roll = dice(404);
  const events = await contactsMade(companyId);
  const logged = events.toReversed().map((event, index) => {
    // The log is kept for 30 days and shown from the newest on: the last day is worth looking at.
    const at = new Date(now.getTime() - (events.length - index) * 33 * minute);
    const fails = index % 9 === 4 ? 2 : 0;
    const id = newId();
    const attempts = Array.from({ length: fails + 1 }, (_, tried) => ({
      ...{ companyId, id: newId(), webhookId, deliveryId: id, url, event: event.type, attempt: tried + 1 },
      requestHeaders: JSON.stringify({ "Content-Type": "application/json", "X-Webhook-Event": event.type }),
      ...attempt(new Date(at.getTime() + tried * 2000), roll, tried < fails),
    }));
    const body = JSON.stringify({ event: event.type, timestamp: event.createdAt.toISOString(), data: event.data });
    const delivery = {
      ...{ companyId, id, webhookId, eventId: event.id, event: event.type, body, contactId: event.contactId },
      ...{ attempt: fails + 1, attemptsBefore: 0, status: "succeeded", dueAt: at, createdAt: at },
    };
    return { delivery, attempts };
  });
  const attempts = logged.flatMap((one) => one.attempts);
  await insertAll(
    "webhook_deliveries",
    logged.map(({ delivery }) => delivery),
  );
  await insertAll("webhook_attempts", attempts);
  const hours = Map.groupBy(attempts, ({ createdAt }) => Math.floor(createdAt.getTime() / hour) * hour);
  await insertAll(
    "webhook_hours",
    [...hours].map(([at, some]) => {
      const successes = some.filter(({ success }) => success).length;
      return { companyId, webhookId, hour: new Date(at), successes, failures: some.length - successes };
    }),
  );
}

/** A webhook with a log. It is switched off, because nothing listens at its address. */
export async function seedDeliveries(companyId: string, now: Date): Promise<void> {
  const actor = systemActor(companyId);
  const { id: webhookId } = await createWebhook.execute(actor, {
    url,
    eventTypes: ["contact/created", "contact/updated", "conversation/archived"],
    signed: true,
  });
  await updateWebhook.execute(actor, { webhookId, isActive: false });
  await inTransaction(companyId, () => seedLog(actor, webhookId, now));
}
