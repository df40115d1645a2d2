// SQL because a list of facts is paged by time and event.
import type { Actor } from "#server/core/actor.ts";
import type { ReportFact } from "#server/db/generated/client.ts";
import { empty, plannedAnew, rows, type Sql, sql } from "#server/db/sql.ts";
import type { Metric } from "./choices.ts";
import { type Filters, matching, ofStates, tagged } from "./conditions.sql.ts";
import { reachOf } from "./reach.sql.ts";
import { wentOn } from "./sums.sql.ts";

export type Slice = { after: { at: string; id: string } | null; take: number; skip: number };
type Listed = Omit<ReportFact, "companyId" | "eventId" | "metric" | "value" | "openValue" | "nextPhaseId" | "since"> & {
  id: string;
  value: number;
  atKey: string;
};

type Asked = {
  from: Date;
  to: Date;
  filters: Filters;
  /** Only what went on along these phases. */
  advancing: readonly string[] | null;
  businessHours: boolean;
};

/** ` and ...` on rows `x`: among the conversations that are known to be seen, else each is looked at by itself. */
const within = (actor: Actor, seen: Sql | undefined): Sql =>
  seen ? sql` and x."conversationId" in (select s."id" from (${seen}) s)` : reachOf(actor);

/** Facts of a metric, the newest first. */
export function factsPage(actor: Actor, metric: Metric, asked: Asked, slice: Slice, seen?: Sql) {
  const { from, to, filters, advancing, businessHours } = asked;
  const value = businessHours ? sql`coalesce(x."openValue", x."value")` : sql`x."value"`;
  const { after, take, skip } = slice;
  const beyond = after ? sql` and (x."at", x."eventId") < (${after.at}::timestamptz, ${after.id}::uuid)` : empty;
  const gone = advancing ? sql` and ${wentOn(advancing)}` : empty;
  return rows<Listed>(
    plannedAnew(sql`
      select x."eventId" as "id", x."at", x."at"::text as "atKey", ${value}::float8 as "value", x."conversationId",
        x."contactId", x."agentId", x."teamId", x."channelId", x."phaseId", x."policyId", x."campaignId",
        x."chatbotId", x."step", x."source", x."reason", x."isBot", x."tags"
      from report_facts x where x."companyId" = ${actor.companyId} and x."metric" = ${metric}
        and x."at" >= ${from} and x."at" < ${to}${gone}${matching(filters)}${tagged(filters)}${within(actor, seen)}${beyond}
      order by x."at" desc, x."eventId" desc limit ${take} offset ${skip}`),
  );
}

/** What has never been answered, by when a human was first needed, the newest first. */
export function unansweredPage(actor: Actor, asked: Asked, slice: Slice, seen?: Sql) {
  const { from, to } = asked;
  const filters = ofStates(asked.filters);
  const { after, take, skip } = slice;
  const place = sql`x."firstNeededAt", x."conversationId"`;
  const beyond = after ? sql` and (${place}) < (${after.at}::timestamptz, ${after.id}::uuid)` : empty;
  return rows<Listed>(
    plannedAnew(sql`
      select x."conversationId" as "id", x."firstNeededAt" as "at", x."firstNeededAt"::text as "atKey",
        1::float8 as "value", x."conversationId", x."contactId", x."agentId",
        x."teamId", x."channelId", x."phaseId", null::uuid as "policyId",
        null::uuid as "campaignId", x."chatbotId", null::text as "step", null::text as "source",
        null::text as "reason", false as "isBot", x."tags"
      from report_states x where x."companyId" = ${actor.companyId} and x."firstNeededAt" >= ${from}
        and x."firstNeededAt" < ${to}${matching(filters)}${tagged(filters)}${within(actor, seen)}${beyond}
      order by x."firstNeededAt" desc, x."conversationId" desc limit ${take} offset ${skip}`),
  );
}

/** What was open at the end, by since when it had stood so with its agent and team, the newest first; by an index of how long. */
export function openPage(actor: Actor, asked: Asked, slice: Slice, seen?: Sql) {
  const { to, filters } = asked;
  const { after, take, skip } = slice;
  const beyond = after ? sql` and (y."at", y."id") < (${after.at}::timestamptz, ${after.id}::uuid)` : empty;
  const kept = sql`${matching(filters)}${tagged(filters)}${within(actor, seen)}`;
  return rows<Listed>(
    plannedAnew(sql`
      select y.*, y."at"::text as "atKey", 1::float8 as "value",
        null::uuid as "policyId", null::uuid as "campaignId", null::text as "step", null::text as "source",
        null::text as "reason", false as "isBot"
      from (
        select x."since" as "at", x."conversationId" as "id", x."conversationId", x."contactId", x."agentId", x."teamId",
          x."channelId", x."phaseId", x."chatbotId", x."tags"
        from parley_held_at(${to}) x where x."companyId" = ${actor.companyId}${kept}
        union all
        select x."openSince", x."conversationId", x."conversationId", x."contactId", x."agentId", x."teamId",
          x."channelId", null::uuid, x."chatbotId", x."tags"
        from report_states x where x."companyId" = ${actor.companyId} and x."open" and x."openSince" < ${to}${kept}) y
      where true${beyond} order by y."at" desc, y."id" desc limit ${take} offset ${skip}`),
  );
}
