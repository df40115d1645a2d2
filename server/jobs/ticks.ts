import { setTimeout as sleep } from "node:timers/promises";
import { wake } from "#server/actions/bulk/waking.ts";
import { drainQueues, givingOut } from "#server/assignment/draining.ts";
import { connected } from "#server/assignment/presence.sql.ts";
import { followPresence } from "#server/assignment/presence.ts";
import { minute, second } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import { settleLeft } from "#server/campaigns/stopping.ts";
import { watchCampaigns } from "#server/campaigns/watching.ts";
import { checkChannels } from "#server/channels/connection/tending.ts";
import { wakeImports } from "#server/channels/history/running.ts";
import { wakeMissingFiles, wakeUnprocessed } from "#server/channels/inbound/storing.ts";
import { sweepWaits } from "#server/chatbots/fulfillment/sweeping.ts";
import { listSilent, nudgeVisitor } from "#server/chatbots/turn/nudging.ts";
import { unchecked } from "#server/contacts/duplicates/pairs.sql.ts";
import { closeIdle } from "#server/conversations/closing.ts";
import { endDueSnooze, listDueSnoozes } from "#server/conversations/triage/snoozing.ts";
import { listIdle, sweepInactive } from "#server/conversations/triage/sweeping.ts";
import { systemActor } from "#server/core/actor.ts";
import { askAllDue, dueSurveys } from "#server/csat/asking.ts";
import { systemPool } from "#server/db/system.ts";
import { resumeErasures } from "#server/erasures/jobs.ts";
import { wakeHistory } from "#server/imports/histories/running.ts";
import { wakeImport } from "#server/imports/waking.ts";
import { wakeIntegrations } from "#server/integrations/runs/working.ts";
import { addJob } from "#server/kit/jobs/adding.ts";
import { findDuplicates } from "#server/merges/duplicates/finding.ts";
import { openedSince } from "#server/messages/latest.ts";
import { recoverStuck } from "#server/messages/queue/send-queue.ts";
import { dueDigests } from "#server/notifications/digests/due.sql.ts";
import { mailDigests } from "#server/notifications/digests/mailing.ts";
import { dueReports } from "#server/reports/saved/due.sql.ts";
import { mailReports } from "#server/reports/saved/mailing.ts";
import { addUp, cutShifts, uncut } from "#server/reports/tending.ts";
import { applyRetention } from "#server/retention/applying.ts";
import { wakeRules } from "#server/rules/waking.ts";
import { dueScheduled, sendDue } from "#server/scheduled/sending.ts";
import { renewClocks, renewing } from "#server/sla/renewing.ts";
import { listDueClocks, tellDueClocks } from "#server/sla/telling.ts";
import { dueTasks, tellDue } from "#server/tasks/reminding.ts";
import { closeUnconfirmed, releaseClaims } from "#server/templates/delivering.ts";
import { pullTemplates, submitWaiting } from "#server/templates/platform/syncing.ts";
import { startDelivering } from "#server/templates/running.ts";
import { sweepLeftovers } from "#server/uploads/leftovers/sweeping.ts";
import { sweepUploads } from "#server/uploads/sweeping.ts";
import { removeDeletedWebhooks } from "#server/webhooks/delivery/removing.ts";
import { failuresThatWarn } from "#server/webhooks/schema.ts";
import { warnOfFailing } from "#server/webhooks/warning.ts";
import { foldCounters } from "./counters.ts";
import { forgetGivenUp, prune, pruneByRetention } from "./pruning.ts";
import { every, type Tick } from "./ticking.ts";

type SystemActor = ReturnType<typeof systemActor>;

type Work = (actor: SystemActor, stopping?: AbortSignal) => Promise<unknown>;

/**
 * One company after the other, of those that have such rows: most have none, and many ticks are frequent. A fault in
 * one does not keep the others waiting.
 */
function forEachWith(text: string, work: Work): Tick["run"] {
  return async (stopping) => {
    const { rows } = await systemPool().query<{ companyId: string }>(text);
    for (const { companyId } of rows) {
      if (stopping?.aborted) return;
      await work(systemActor(companyId), stopping).catch((error: unknown) =>
        log.warn({ error, companyId }, "a recurring task failed"),
      );
    }
  };
}

const forEachCompany = (work: Work) => forEachWith(`select "id" as "companyId" from companies order by "id"`, work);

/** An operation that finds for itself what is due. */
function deed(operation: { execute(actor: SystemActor, input: object): Promise<unknown> }): Work {
  return (actor) => operation.execute(actor, {});
}

const batch = 200;
/** A backlog (after an import, or days out of order) must not take the machine from live messages. */
const sweepsATime = 20;
const sweepBatch = 50;
const sweepPauseMs = 250;

async function sweep(actor: SystemActor, stopping?: AbortSignal): Promise<void> {
  for (let round = 0; round < sweepsATime && !stopping?.aborted; round += 1) {
    const { swept } = await sweepInactive.execute(actor, { limit: sweepBatch });
    if (swept < sweepBatch) return;
    await sleep(sweepPauseMs);
  }
}

async function closeSilent(actor: SystemActor): Promise<void> {
  for (let after = "", round = 0; round < sweepsATime; round += 1) {
    const { idle } = await listIdle.execute(actor, { after, limit: batch });
    for (const { conversationId, since } of idle) {
      const { opened } = await openedSince.execute(actor, { conversationId, since });
      if (!opened) await closeIdle.execute(actor, { conversationId, ifIdle: true });
    }
    after = idle.at(-1)?.conversationId ?? "";
    if (idle.length < batch) return;
  }
}

/** Messages to platforms that are due again, and those of a dead process. */
async function sendStuck(actor: SystemActor): Promise<void> {
  const { conversationIds } = await recoverStuck.execute(actor, {});
  for (const conversationId of conversationIds) {
    const payload: { companyId: string; conversationId: string } = { companyId: actor.companyId, conversationId };
    await addJob("channels.send", payload, { key: `send:${conversationId}` });
  }
}

const asking = `select distinct "companyId" from chatbots where "enabled" and not "muted"
  and jsonb_typeof("settings"->'are_you_there'->'send_after') = 'number'`;
const lively = `select distinct "companyId" from campaigns where "status" = 'SENDING'
  or ("status" = 'SCHEDULED' and "scheduledAt" <= now() + interval '1 minute')
  or ("status" not in ('SCHEDULED', 'SENDING') and "finishedAt" >= now() - interval '1 hour')`;
const returning = `select distinct "companyId" from conversation_activity where "snoozedUntil" <= now()`;
const dueClocks = `select distinct "companyId" from conversation_activity where "slaNextAt" <= now()`;
const unsent = `select distinct "companyId" from campaign_messages
  where "claimedAt" is null and "status" = 'enqueued' and "campaignId" is null
    and ("nextAttemptAt" is null or "nextAttemptAt" <= now())`;
const claimed = `select distinct "companyId" from campaign_messages
  where "sendState" in ('claimed', 'sending') and "aliveAt" < now() - interval '9 seconds'`;
const unconfirmed = `select distinct "companyId" from campaign_messages
  where "claimedAt" < now() - interval '10 minutes' and "status" = 'enqueued'
    and "externalId" is null`;
const leftBehind = `select distinct e."companyId" from campaigns g join campaign_messages e
  on e."companyId" = g."companyId" and e."campaignId" = g."id"
  where g."status" not in ('SCHEDULED', 'SENDING') and e."status" = 'enqueued'
    and e."claimedAt" is null and e."externalId" is null`;
const unsettled = `select distinct "companyId" from message_sends where "state" <> 'done'`;
const retaining = `select distinct "companyId" from retention_rules where "days" > 0 and "kind" not in ('payloads', 'logs')`;
const untold = `select distinct "companyId" from templates where "task" <> ''`;
const erasing = `select distinct "companyId" from erasures where "finishedAt" is null`;
const littered = `select distinct "companyId" from uploads where "conversationId" is null
  and ("createdBy" like 'visitor:%' or "expiresAt" <= now())`;
const failing = `select distinct "companyId" from webhook_health where "consecutiveFailures" >= ${failuresThatWarn}
  and "toldAt" is null
  union select "companyId" from webhooks where not "isActive" and "holdWhilePaused" and "heldAfterSeq" is not null
    and "heldToldAt" is null and "pausedAt" <= now() - interval '7 days' and "deletedAt" is null`;
const dueMail = `select distinct "companyId" from mails where "dueAt" <= now()`;
const dueRuns = `select distinct "companyId" from integration_runs where "status" = 'pending' and "dueAt" <= now()`;
const reachable = `select distinct "companyId" from channels
  where "type" in ('WHATSAPP_API', 'FACEBOOK', 'INSTAGRAM') and "connected" and "deletedAt" is null`;
const syncable = `select distinct "companyId" from channels
  where "type" = 'WHATSAPP_API' and "connected" and "deletedAt" is null`;

/** Companies that have days to add up: those that ended an hour ago, and those to which something came late. */
const uncounted = `select c."id" as "companyId" from companies c left join report_folds f on f."companyId" = c."id"
  where f."companyId" is null or f."staleAt" is not null or exists (select from report_late l where l."companyId" = c."id")
    or coalesce(f."until", '-infinity') < ((now() - interval '1 hour') at time zone parley_known_zone(f."timeZone"))::date - 1`;

/** Jobs over many conversations that nobody has worked on for a while: their wake was lost. */
async function wakeBulkJobs(): Promise<void> {
  const { rows } = await systemPool().query<{ companyId: string; id: string }>(
    `select "companyId", "id" from bulk_jobs where "finishedAt" is null and "kind" in ('actions', 'undo') and "movedAt" < now() - interval '10 seconds'`,
  );
  for (const job of rows) wake(job);
}

/** Companies whose rules have events to read, due times to store, or something that is due. */
async function wakeAllRules(): Promise<void> {
  const { rows } = await systemPool().query<{ companyId: string }>(
    `select b."companyId" from rule_books b join event_positions p on p."companyId" = b."companyId"
       where b."active" and p."position" > b."seq"
     union select "companyId" from rules where "enabled" and not "planned"
     union select "companyId" from rule_dues where "lookedAt" is null and "dueAt" <= now()`,
  );
  for (const { companyId } of rows) wakeRules(companyId);
}

/** The same for files of contacts. */
async function wakeFileImports(): Promise<void> {
  const { rows } = await systemPool().query<{ companyId: string; id: string }>(
    `select "companyId", "id" from bulk_jobs where "finishedAt" is null and "kind" = 'import' and "movedAt" < now() - interval '10 seconds'`,
  );
  for (const job of rows) wakeImport(job);
}

/** The same for histories of other systems, unless they wait for the other system. */
async function wakeHistories(): Promise<void> {
  const { rows } = await systemPool().query<{ companyId: string; id: string }>(
    `select j."companyId", j."id" from bulk_jobs j join history_imports h on h."companyId" = j."companyId" and h."id" = j."id"
      where j."finishedAt" is null and j."movedAt" < now() - interval '10 seconds' and coalesce(h."retryAt", now()) <= now()`,
  );
  for (const job of rows) wakeHistory(job);
}

/** Mail leaves one after the other, whatever company it is of: a server that hangs holds one place of the worker. */
async function wakeMail(): Promise<void> {
  const { rows } = await systemPool().query<{ companyId: string }>(dueMail);
  for (const { companyId } of rows)
    await addJob("mail.send", { companyId }, { key: `mail:${companyId}`, queue: "mail" });
}

async function endSnoozes(actor: SystemActor): Promise<void> {
  const { ids } = await listDueSnoozes.execute(actor, {});
  for (const conversationId of ids) await endDueSnooze.execute(actor, { conversationId });
}

/** A long queue is given out in pieces; what nobody can take waits for the next look. */
async function drain(actor: SystemActor, stopping?: AbortSignal): Promise<void> {
  for (let round = 0; round < sweepsATime && !stopping?.aborted; round += 1)
    if ((await drainQueues.execute(actor, { limit: sweepBatch })).assigned === 0) return;
}

/** Few enough that a database which knows nothing of its tables yet compares them within its time. */
const comparedATime = 20;
/** Then the other ticks get their turn, and a process that is to stop can. */
const comparingMs = 1000;

/** A file of contacts is looked at in pieces, with room for what is live between them. */
async function lookForDuplicates(actor: SystemActor): Promise<void> {
  for (const end = Date.now() + comparingMs; Date.now() < end; )
    if ((await findDuplicates.execute(actor, { limit: comparedATime })).checked < comparedATime) return;
}

async function tellClocks(actor: SystemActor): Promise<void> {
  const { ids } = await listDueClocks.execute(actor, {});
  for (const conversationId of ids) await tellDueClocks.execute(actor, { conversationId });
}

/** Many conversations may run by a policy that changed: a piece at a time. */
async function renew(actor: SystemActor, stopping?: AbortSignal): Promise<void> {
  for (let round = 0; round < sweepsATime && !stopping?.aborted; round += 1)
    if ((await renewClocks.execute(actor, { limit: sweepBatch })).renewed === 0) return;
}

async function nudgeSilent(actor: SystemActor): Promise<void> {
  const { ids } = await listSilent.execute(actor, { limit: batch });
  for (const conversationId of ids) await nudgeVisitor.execute(actor, { conversationId });
}

/** The leader's repeated work. */
export const ticks: readonly Tick[] = [
  every(second, "counters.fold", foldCounters),
  every(minute, "conversations.sweepInactive", forEachCompany(sweep)),
  every(minute, "conversations.closeIdle", forEachCompany(closeSilent)),
  every(second, "conversations.endSnoozes", forEachWith(returning, endSnoozes)),
  every(second, "fulfillment.sweep", sweepWaits),
  every(5 * second, "chatbots.nudge", forEachWith(asking, nudgeSilent)),
  every(2 * second, "channels.wakeForgotten", wakeUnprocessed),
  every(5 * second, "channels.wakeMissing", wakeMissingFiles),
  every(2 * second, "channels.wakeImports", wakeImports),
  every(
    10 * minute,
    "channels.tend",
    forEachWith(reachable, (actor) => checkChannels(actor)),
  ),
  every(3 * second, "channels.sendStuck", forEachWith(unsettled, sendStuck)),
  every(20 * second, "channels.sendForgotten", forEachCompany(sendStuck)),
  every(second / 2, "campaigns.watch", forEachWith(lively, deed(watchCampaigns))),
  every(minute, "campaigns.settleLeft", forEachWith(leftBehind, deed(settleLeft))),
  every(3 * second, "templates.releaseClaims", forEachWith(claimed, deed(releaseClaims))),
  every(
    2 * second,
    "templates.deliver",
    forEachWith(unsent, async (actor) => startDelivering(actor)),
  ),
  every(minute, "templates.closeUnconfirmed", forEachWith(unconfirmed, deed(closeUnconfirmed))),
  every(minute, "templates.submit", forEachWith(untold, submitWaiting)),
  every(60 * minute, "templates.pull", forEachWith(syncable, pullTemplates)),
  every(second, "scheduled.send", forEachWith(dueScheduled, sendDue)),
  every(2 * second, "reports.mail", forEachWith(dueReports, mailReports)),
  every(10 * second, "notifications.mailDigests", forEachWith(dueDigests, mailDigests)),
  every(minute, "reports.cutShifts", forEachWith(uncut, deed(cutShifts))),
  every(minute, "reports.addUp", forEachWith(uncounted, addUp)),
  every(second, "tasks.tellDue", forEachWith(dueTasks, deed(tellDue))),
  every(second, "assignment.drain", forEachWith(givingOut, drain)),
  every(second, "sla.tell", forEachWith(dueClocks, tellClocks)),
  every(
    second,
    "csat.ask",
    forEachWith(dueSurveys, (actor) => askAllDue(actor)),
  ),
  every(second, "sla.renew", forEachWith(renewing, renew)),
  every(5 * second, "assignment.followPresence", forEachWith(connected, deed(followPresence))),
  // Where nothing happens the relay looks twice a second.
  every(second / 5, "rules.wake", wakeAllRules),
  every(second, "integrations.wake", forEachWith(dueRuns, wakeIntegrations)),
  every(2 * second, "merges.findDuplicates", forEachWith(unchecked, lookForDuplicates)),
  every(5 * second, "actions.wakeJobs", wakeBulkJobs),
  every(5 * second, "imports.wakeJobs", wakeFileImports),
  every(5 * second, "imports.wakeHistories", wakeHistories),
  every(second, "mail.wake", wakeMail),
  every(10 * minute, "erasures.resume", forEachWith(erasing, resumeErasures)),
  every(60 * minute, "uploads.sweep", forEachWith(littered, sweepUploads)),
  every(12 * 60 * minute, "uploads.sweepLeftovers", sweepLeftovers),
  every(10 * minute, "rows.prune", prune),
  every(10 * minute, "rows.pruneByRetention", pruneByRetention),
  every(60 * minute, "jobs.forgetGivenUp", forgetGivenUp),
  every(10 * minute, "retention.apply", forEachWith(retaining, applyRetention)),
  every(5 * second, "webhooks.warn", forEachWith(failing, deed(warnOfFailing))),
  every(10 * minute, "webhooks.removeDeleted", removeDeletedWebhooks),
];
