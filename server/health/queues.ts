import { systemPool } from "#server/db/system.ts";
import { jobs, unrelayed } from "./installation.ts";

/** What waits in one queue of the installation, all companies together. */
type Waiting = { queue: string; depth: number; ageSeconds: number };

/** The rows that wait, and since when they could have been worked on. */
type Queue = { queue: string; rows: string };

/** Every table that is a queue: `metrics.test.ts` finds those that are missing by what their columns are called. */
export const queues: readonly Queue[] = [
  { queue: "webhook_deliveries", rows: `select "dueAt" as at from webhook_deliveries where "status" = 'pending'` },
  {
    queue: "webhook_recoveries",
    rows: `select "createdAt" as at from webhook_recoveries where "finishedAt" is null`,
  },
  {
    queue: "message_sends",
    rows: `select greatest("claimedAt", "dueAt") as at from message_sends where "state" not in ('done', 'unknown')`,
  },
  {
    queue: "template_messages",
    rows: `select greatest("createdAt", "nextAttemptAt") as at from campaign_messages
      where "campaignId" is null and "status" = 'enqueued' and "claimedAt" is null`,
  },
  { queue: "scheduled_messages", rows: `select "sendAt" as at from scheduled_messages where "error" = ''` },
  // One that sends takes as long as it takes: it stands where no process has it although something of it waits.
  {
    queue: "campaigns",
    rows: `select case when "status" = 'SCHEDULED' then "scheduledAt" when "heldBy" is null then (
        select min(greatest(g."updatedAt", g."toldAt", e."nextAttemptAt")) from campaign_messages e
        where e."companyId" = g."companyId" and e."campaignId" = g."id" and e."status" in ('pending', 'enqueued')
          and e."claimedAt" is null and (e."nextAttemptAt" is null or e."nextAttemptAt" <= now())) end as at
      from campaigns g where "status" in ('SCHEDULED', 'SENDING')`,
  },
  { queue: "fulfillment_waits", rows: `select "startedAt" as at from fulfillment_waits` },
  { queue: "inbound_payloads", rows: `select "receivedAt" as at from inbound_payloads where "status" = 'received'` },
  { queue: "message_files", rows: `select "fetchAt" as at from message_links where "fetchAt" is not null` },
  { queue: "channel_imports", rows: `select "dueAt" as at from channel_imports where "dueAt" is not null` },
  {
    queue: "bulk_jobs",
    rows: `select "movedAt" as at from bulk_jobs where "finishedAt" is null and "kind" in ('actions', 'undo')`,
  },
  {
    queue: "contact_imports",
    rows: `select "movedAt" as at from bulk_jobs where "finishedAt" is null and "kind" = 'import'`,
  },
  {
    queue: "history_imports",
    rows: `select coalesce(h."retryAt", j."movedAt") as at from bulk_jobs j
      join history_imports h on h."companyId" = j."companyId" and h."id" = j."id" where j."finishedAt" is null`,
  },
  { queue: "template_submissions", rows: `select "updatedAt" as at from templates where "task" <> ''` },
  {
    queue: "task_reminders",
    rows: `select "dueAt" as at from tasks where "dueAt" is not null and "toldAt" is null and "doneAt" is null`,
  },
  { queue: "saved_reports", rows: `select "dueAt" as at from saved_reports where "dueAt" is not null` },
  {
    queue: "digests",
    rows: `select "digestDueAt" as at from notification_preferences where "digestDueAt" is not null`,
  },
  { queue: "csat_surveys", rows: `select "askAt" as at from csat_responses where "state" = 'due'` },
  {
    queue: "snoozed_conversations",
    rows: `select "snoozedUntil" as at from conversation_activity where "snoozedUntil" is not null`,
  },
  // Companies whose rules have events to read.
  {
    queue: "rule_books",
    rows: `select null::timestamptz as at from rule_books b join event_positions p on p."companyId" = b."companyId"
      where b."active" and p."position" > b."seq"`,
  },
  { queue: "rule_dues", rows: `select "dueAt" as at from rule_dues where "lookedAt" is null` },
  { queue: "integration_runs", rows: `select "dueAt" as at from integration_runs where "status" = 'pending'` },
  { queue: "list_counters", rows: `select null::timestamptz as at from list_counter_deltas` },
  { queue: "mails", rows: `select "dueAt" as at from mails where "dueAt" is not null` },
  { queue: "simulator_callbacks", rows: `select "dueAt" as at from simulator_callbacks` },
];

/** The age is that of what could be done by now: a message for tomorrow makes no queue old. */
const statement = queues
  .map(
    ({ queue, rows }) => `select '${queue}' as "queue", count(*)::int as "depth",
      coalesce(extract(epoch from now() - min(q.at) filter (where q.at <= now())), 0)::float8 as "ageSeconds"
      from (${rows}) q`,
  )
  .join("\nunion all\n");

/** How much waits in every queue, and how long the oldest of it has been due. */
export async function readQueues(): Promise<Waiting[]> {
  const { rows } = await systemPool().query<Waiting>({ name: "queues_read", text: statement });
  const relay = await unrelayed();
  const waiting = await jobs();
  const seconds = (ms: number | null) => Math.max(0, (ms ?? 0) / 1000);
  return [
    { queue: "relay", depth: relay.count, ageSeconds: seconds(relay.ageMs) },
    { queue: "jobs", depth: waiting.waiting, ageSeconds: seconds(waiting.ageMs) },
    { queue: "jobs_given_up", depth: waiting.dead, ageSeconds: 0 },
    ...rows,
  ];
}
