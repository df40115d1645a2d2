// SQL because claiming is written once for all tables of what leaves, which give it their columns.
import { raw } from "#server/db/sql.ts";
import { Claims } from "#server/messages/queue/claims.sql.ts";

export const claims = new Claims({
  table: raw("campaign_messages"),
  id: raw(`"id"`),
  state: raw(`"sendState"`),
  error: raw(`"sendError"`),
  dueAt: raw(`"nextAttemptAt"`),
  requeued: raw(`, "claimedAt" = null`),
});
