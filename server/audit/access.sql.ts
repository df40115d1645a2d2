// SQL because the log is filtered in a window of its newest events, each page planned for its own filters.
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { typesOf, unaudited } from "#server/core/events/audited.ts";
import type { TypedData } from "#server/core/events/storing.ts";
import type { Event } from "#server/db/generated/client.ts";
import { empty, join, likeLiteral, plannedAnew, raw, rows, type Sql, sql } from "#server/db/sql.ts";
import type { AuditFilters } from "./schema.ts";

export type AuditRow = TypedData &
  Pick<Event, "id" | "operation" | "via" | "actorId" | "actorName" | "createdAt"> & {
    actorType: "user" | "token" | "visitor" | "robot" | "system";
    subjectId: string;
    subjectName: string | null;
    /** It keeps its row, and so its name, but nobody can open it any more. */
    subjectGone: boolean;
    subjectNumber: number | null;
    ownerName: string | null;
    toName: string | null;
  };

/** The most events that one page reads, so that a filter for something rare does not make a page slow. */
export const window = 20_000;

// Must be written exactly as in the index, or PostgreSQL does not use it.
const audited = raw(`e."type" not in (${unaudited.map((type) => `'${type}'`).join(", ")})`);
const company = (actor: Actor) => sql`e."companyId" = ${actor.companyId} and ${audited}`;
const before = (id: string | undefined) => (id ? sql` and e."id" < ${id}` : empty);

const sources = {
  team: sql`e."actorType" in ('user', 'token')`,
  automatic: sql`e."actorType" in ('robot', 'system')`,
  visitors: sql`e."actorType" = 'visitor'`,
} as const;

function matches(text: string): Sql {
  if (isId(text)) {
    const id = text.toLowerCase();
    return sql`(e."conversationId" = ${id} or e."contactId" = ${id} or e."channelId" = ${id} or e."actorId" = ${id}
      or e."data"->>'id' = ${id})`;
  }
  const part = `%${likeLiteral(text)}%`;
  return sql`(e."actorName" ilike ${part} or e."operation" ilike ${part} or e."type" ilike ${part}
    or e."subjectName" ilike ${part} or e."data"::text ilike ${part})`;
}

function conditions({ by, userId, kind, search, from, to }: AuditFilters): Sql[] {
  const found: Sql[] = [sql`true`];
  if (by) found.push(sources[by]);
  if (userId) found.push(sql`(e."actorType" in ('user', 'token') and e."actorId" = ${userId})`);
  if (kind) found.push(sql`e."type" = any(${typesOf(kind)}::text[])`);
  if (search) found.push(matches(search));
  if (from) found.push(sql`e."createdAt" >= ${from}`);
  if (to) found.push(sql`e."createdAt" <= ${to}`);
  return found;
}

/** The id in the data where it is one: what changed, by its own id. */
const dataId = raw(
  `case when e."data"->>'id' ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then (e."data"->>'id')::uuid end`,
);

/** A deleted template keeps its row. */
const template = (actor: Actor, column: "elementName" | "number") =>
  sql`select s.${raw(`"${column}"`)} from templates s
    where s."companyId" = ${actor.companyId} and s."id" = ${dataId} and s."deletedAt" is null`;

/** A deleted channel keeps its row and its name. */
const channelGone = (actor: Actor) =>
  sql`(split_part(e."type", '/', 1) = 'channel' and exists (select 1 from channels s
    where s."companyId" = ${actor.companyId} and s."id" = ${dataId} and s."deletedAt" is not null))`;

/** Name of what the event is about, as it is called today; null when it is gone. */
function subjectName(actor: Actor): Sql {
  const named = (noun: string, table: string, name: string, which: Sql = empty) =>
    sql`when ${raw(`'${noun}'`)} then (select ${raw(`s."${name}"`)} from ${raw(table)} s
      where s."companyId" = ${actor.companyId} and s."id" = ${dataId}${which})`;
  // What is one person's own is nobody else's to read.
  const shared = sql` and s."ownerId" is null`;
  return sql`case split_part(e."type", '/', 1)
    when 'conversation' then (select s."visitorName" from conversations s
      where s."companyId" = ${actor.companyId} and s."id" = e."conversationId")
    when 'contact' then (select s."name" from contacts s
      where s."companyId" = ${actor.companyId} and s."id" = e."contactId")
    when 'session' then (select s."name" from users s
      where s."companyId" = ${actor.companyId} and s."id"::text = e."data"->>'userId')
    ${named("user", "users", "name")} ${named("phase", "phases", "name")} ${named("tag", "operator_tags", "name")}
    ${named("channel", "channels", "label")} ${named("chatbot", "chatbots", "name")}
    ${named("token", "api_tokens", "name")} ${named("webhook", "webhooks", "url")}
    ${named("integration", "integrations", "name")} ${named("trigger", "triggers", "name")}
    ${named("campaign", "campaigns", "name")} when 'template' then (${template(actor, "elementName")})
    ${named("task", "tasks", "title")} ${named("team", "teams", "name")} ${named("role", "roles", "name")} ${named("rule", "rules", "name")}
    ${named("field", "custom_fields", "label")} ${named("calendar", "calendars", "name")}
    ${named("sla", "sla_policies", "name", sql` and s."deletedAt" is null`)}
    ${named("macro", "macros", "name", shared)} ${named("answer", "canned_responses", "shortcut", shared)}
    when 'company' then (select s."name" from companies s where s."id" = ${actor.companyId})
  end`;
}

const subjectId = raw(`coalesce(case split_part(e."type", '/', 1)
  when 'conversation' then e."conversationId"::text when 'contact' then e."contactId"::text
  when 'session' then e."data"->>'userId' else e."data"->>'id' end, '')`);

/** The newest entries older than `after`, among the `window` newest of them. */
export function deedsOf(actor: Actor, filters: AuditFilters, limit: number, after?: string): Promise<AuditRow[]> {
  return rows<AuditRow>(
    plannedAnew(sql`
      select e."id", e."type", e."operation", e."via", e."actorType", e."actorId", e."actorName", e."data", e."createdAt",
        ${subjectId} as "subjectId", e."subjectName", ${channelGone(actor)} as "subjectGone",
        case when e."type" = 'template/changed' then (${template(actor, "number")}) end as "subjectNumber",
        (select u."name" from users u where e."actorType" = 'token' and u."companyId" = ${actor.companyId}
          and u."id"::text = e."actorId") as "ownerName",
        (select u."name" from users u where u."companyId" = ${actor.companyId}
          and u."id"::text = e."data"->>'assignedTo') as "toName"
      from (
        select e.*, ${subjectName(actor)} as "subjectName" from (
          select * from events e where ${company(actor)}${before(after)} order by e."companyId" desc, e."id" desc
          limit ${window}
        ) e
      ) e where ${join(conditions(filters), " and ")}
      order by e."id" desc limit ${limit}`),
  );
}

/** Where the window of a page ends; undefined where it reaches to the oldest event. */
export async function windowEnd(actor: Actor, after?: string): Promise<{ id: string; createdAt: Date } | undefined> {
  const [end] = await rows<{ id: string; createdAt: Date }>(sql`
    select e."id", e."createdAt" from events e where ${company(actor)}${before(after)}
    order by e."companyId" desc, e."id" desc offset ${window - 1} limit 1`);
  return end;
}
