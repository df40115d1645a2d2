// SQL because what waits is found by an index of each status, and may be too much for one statement.
import type { Actor } from "#server/core/actor.ts";
import { execute, rows, sql } from "#server/db/sql.ts";

/** So many are found at once, and so few dropped at once that whoever writes what came of one of them does not wait for long. */
const [most, slice] = [50_000, 1000];

/** Both at once would be found by no index. */
const waiting = [sql`"status" = 'pending'`, sql`"status" = 'recovering'`];
const dropped = sql`update webhook_deliveries set "status" = 'dropped', "leasedBy" = null`;
const ofWebhook = ({ companyId }: Actor, webhookId: string) =>
  sql`"companyId" = ${companyId} and "webhookId" = ${webhookId}`;

/** What still waits for a webhook is never sent (K7). What is under way in this moment ends. */
export async function dropQueued(actor: Actor, webhookId: string): Promise<void> {
  for (const status of waiting) await execute(sql`${dropped} where ${ofWebhook(actor, webhookId)} and ${status}`);
}

/**
 * The same, a slice at a time, ahead of the transaction that says that it ends; what is being written is left to that.
 * By their keys alone (`is true`): the index of what waits still names all that was dropped before.
 */
export async function dropAhead(actor: Actor, webhookId: string): Promise<void> {
  const company = sql`"companyId" = ${actor.companyId}`;
  for (const status of waiting)
    for (let found = most; found === most; ) {
      const ids = (
        await rows<{ id: string }>(sql`
          select "id" from webhook_deliveries where ${ofWebhook(actor, webhookId)} and ${status} limit ${most}`)
      ).map(({ id }) => id);
      found = ids.length;
      for (let from = 0; from < found; from += slice)
        await execute(sql`${dropped} where ${company} and "id" = any(array(
          select "id" from webhook_deliveries where ${company} and "id" = any(${ids.slice(from, from + slice)}::uuid[])
            and (${status}) is true for update skip locked))`);
    }
}
