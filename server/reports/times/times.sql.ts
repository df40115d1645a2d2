// SQL because all times of a conversation are gathered from its facts, for a thousand conversations in one statement.
import { ofVisibleConversation } from "#server/conversations/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import type { ReportState } from "#server/db/generated/client.ts";
import { empty, plannedAnew, rows, type Sql, sql } from "#server/db/sql.ts";
import { type Filters, matching, tagged } from "../conditions.sql.ts";

type Standing = Pick<
  ReportState,
  "conversationId" | "contactId" | "agentId" | "teamId" | "channelId" | "phaseId" | "open" | "tags"
>;
/** Times in seconds; `open`: of these, those inside opening hours. */
export type Times = Standing & {
  id: string;
  at: Date;
  atKey: string;
  firstResponseAt: Date | null;
  firstResponse: number | null;
  firstResponseOpen: number | null;
  nextResponses: number;
  nextResponse: number | null;
  nextResponseOpen: number | null;
  longestNextResponse: number | null;
  waiting: number | null;
  waitingOpen: number | null;
  closedAt: Date | null;
  resolution: number | null;
  resolutionOpen: number | null;
  closes: number;
  reopenings: number;
  messagesIn: number;
  messagesOut: number;
  messagesBot: number;
  rating: number | null;
};

type Asked = { from: Date; to: Date; filters: Filters };
type After = { at: string; id: string } | null;

const open = sql`coalesce(m."openValue", m."value")`;
const of = (metric: string): Sql => sql`filter (where m."metric" = ${metric})`;
const last = (value: Sql, metric: string): Sql =>
  sql`(array_agg(${value} order by m."at" desc) ${of(metric)})[1]::float8`;

/** Conversations that began in the range and that the actor may read, in that order, as they stand now, with all that was measured of them. */
export function timesPage(actor: Actor, { from, to, filters }: Asked, after: After, take: number): Promise<Times[]> {
  const beyond = after ? sql` and (f."at", f."eventId") > (${after.at}::timestamptz, ${after.id}::uuid)` : empty;
  return rows<Times>(
    plannedAnew(sql`
      select f."eventId" as "id", f."at", f."at"::text as "atKey", x."conversationId", x."contactId", x."agentId",
        x."teamId", x."channelId", x."phaseId", x."open", x."tags", t.*
      from report_facts f
      join report_states x on x."companyId" = f."companyId" and x."conversationId" = f."conversationId"
      cross join lateral (select
        min(m."at") ${of("first_response")} as "firstResponseAt",
        min(m."value") ${of("first_response")}::float8 as "firstResponse",
        min(${open}) ${of("first_response")}::float8 as "firstResponseOpen",
        count(*) ${of("next_response")}::int as "nextResponses",
        avg(m."value") ${of("next_response")}::float8 as "nextResponse",
        avg(${open}) ${of("next_response")}::float8 as "nextResponseOpen",
        max(m."value") ${of("next_response")}::float8 as "longestNextResponse",
        sum(m."value") ${of("waiting")}::float8 as "waiting", sum(${open}) ${of("waiting")}::float8 as "waitingOpen",
        max(m."at") ${of("resolution")} as "closedAt", ${last(sql`m."value"`, "resolution")} as "resolution",
        ${last(open, "resolution")} as "resolutionOpen", count(*) ${of("resolution")}::int as "closes",
        count(*) ${of("reopened")}::int as "reopenings", count(*) ${of("message_in")}::int as "messagesIn",
        count(*) ${of("message_out")}::int as "messagesOut", count(*) ${of("message_bot")}::int as "messagesBot",
        ${last(sql`m."value"`, "csat_rating")} as "rating"
        from report_facts m where m."companyId" = f."companyId" and m."conversationId" = f."conversationId" offset 0) t
      where f."companyId" = ${actor.companyId} and f."metric" = 'created'
        and f."at" >= ${from} and f."at" < ${to}${matching(filters)}${tagged(filters)}${beyond}
        and ${ofVisibleConversation(actor, "clients_read", sql`x."conversationId"`)}
      order by f."at", f."eventId" limit ${take}`),
  );
}
