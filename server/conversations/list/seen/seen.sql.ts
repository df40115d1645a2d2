// SQL because what somebody sees of a company is a few sets of rows, each found by an index of its own.
import type { Actor } from "#server/core/actor.ts";
import { empty, join, raw, type Sql, sql } from "#server/db/sql.ts";
import { ofOwnContacts, ofVisibleConversation, seesEverything } from "../../access.sql.ts";
import { all, type ListFilters, selectionOf } from "../filtering.sql.ts";

/**
 * Some of what the actor sees, as a condition ` and ...` on conversation_activity `a`; no row is in two of them.
 * `own` and `few` (of the person's contacts, and where a note names them) are what one person has, found by what they are
 * and sorted. `unassigned` and `team` are long and read in their order. `whole`: everything, or by looking at each row.
 */
export type Part = { kind: "whole" | "own" | "unassigned" | "team" | "few"; condition: Sql };

/** Activity, led by one tag where the list is filtered by one, and joined to `c` where visibility needs it. */
export function from(tagDriver: string | null, visible: Sql = empty): Sql {
  const tags =
    tagDriver === null
      ? empty
      : sql` join conversation_tags t on t."companyId" = a."companyId" and t."conversationId" = a."conversationId" and t."tag" = ${tagDriver}`;
  const joined =
    visible === empty
      ? empty
      : sql` join conversations c on c."companyId" = a."companyId" and c."id" = a."conversationId"`;
  return sql`conversation_activity a${tags}${joined}`;
}

const ownOf = ({ userId }: Actor, row = raw("a")) => sql`${row}."assignedTo" = ${userId}::uuid`;
const unassignedOf = (row: Sql) => sql`${row}."assignedTo" is null`;
const unassigned = unassignedOf(raw("a"));
const either = (conditions: readonly Sql[]) => sql`(${join(conditions, " or ")})`;

/** What a row, or a facet, tells by its assignee and its team. */
function byColumns(actor: Actor, row = raw("a")): Sql[] {
  const { seesUnassigned, sight } = actor;
  const ofTeams = sql`${row}."teamId" = any(${[...(sight?.teamIds ?? [])]}::uuid[])`;
  return [
    ownOf(actor, row),
    ...(seesUnassigned ? [unassignedOf(row)] : []),
    ...(sight?.read === "team" ? [ofTeams] : []),
  ];
}

/**
 * The ids of what is the person's by its contact and not already by its columns, which is nearly all of it where contacts
 * and conversations have the same assignee; and of what a note names them in.
 */
export const fewOf = (actor: Actor): Sql => sql`
  ${ofOwnContacts(actor.companyId, actor.userId, sql` and ${either(byColumns(actor, raw("c")))} is not true`)} union all
  select n."conversationId" from conversation_mentions n
    where n."companyId" = ${actor.companyId} and n."userId" = ${actor.userId}::uuid`;

/** All that the actor sees but `few`, as a condition on a facet `a`; undefined where facets cannot tell. */
export function seenByFacets(actor: Actor): Sql | undefined {
  if (seesEverything(actor)) return sql`true`;
  return actor.visitor || actor.sight?.read === "channel" ? undefined : either(byColumns(actor));
}

/** Filters that find a set of their own: it is looked for once, and not again for each part. */
function findsByItself({ search, often, customFields, nextStep, sla, within }: ListFilters): boolean {
  const set = (search && !often) || customFields?.length || nextStep !== undefined || (sla && sla !== "running");
  return Boolean(set) || (within !== undefined && findsByItself(within));
}

function whole(actor: Actor): Sql {
  if (seesEverything(actor)) return empty;
  const { companyId, visitor, sight } = actor;
  if (visitor) {
    return sql` and a."conversationId" in (select c."id" from conversations c where c."companyId" = ${companyId}
      and c."visitorId" = ${visitor.visitorId} and c."channelId" = ${visitor.channelId})`;
  }
  const ofChannels = sql`a."channelId" = any(${[...(sight?.channelIds ?? [])]}::uuid[])`;
  const others = sight?.read === "channel" ? [ofChannels] : [];
  return sql` and ${either([...byColumns(actor), ...others, sql`a."conversationId" in (${fewOf(actor)})`])}`;
}

/** Whose conversations the filters leave, where they say so. */
function wantedAssignees({ turn, assignedTo }: ListFilters): readonly string[] | undefined {
  if (turn === "person") return ["UNASSIGNED"];
  return assignedTo?.length ? assignedTo.map((one) => (one === "UNASSIGNED" ? one : one.toLowerCase())) : undefined;
}

/** What the actor sees, by the ways it is found; those that the filters leave nothing of are left out. */
export function partsOf(actor: Actor, filters: ListFilters): Part[] {
  const { userId, seesUnassigned, sight } = actor;
  // Whom a note names sees what it is about.
  if (userId && !actor.visitor && filters.mentions === userId) return [{ kind: "whole", condition: empty }];
  const readsByRow = seesEverything(actor) || actor.visitor || !userId || sight?.read === "channel";
  if (readsByRow || findsByItself(filters)) return [{ kind: "whole", condition: whole(actor) }];
  const wanted = wantedAssignees(filters);
  const wants = (assignee: string) => wanted === undefined || wanted.includes(assignee);
  const direct = [userId, ...(seesUnassigned ? ["UNASSIGNED"] : [])];
  const further = wanted === undefined || wanted.some((one) => !direct.includes(one));
  const notDirect = sql` and ${either([ownOf(actor), ...(seesUnassigned ? [unassigned] : [])])} is not true`;
  const notFound = sql` and ${either(byColumns(actor))} is not true`;
  const teams = sight?.read === "team" && further ? sight.teamIds : [];
  // Said twice, the planner would take it for rarer than it is.
  const isSaid = wanted?.length === 1 && wants("UNASSIGNED");
  const free = isSaid ? empty : sql` and ${unassigned}`;
  const few = sql` and a."conversationId" = any(array(${fewOf(actor)}))${notFound}`;
  return [
    ...(wants(userId) ? [{ kind: "own" as const, condition: sql` and ${ownOf(actor)}` }] : []),
    ...(further ? [{ kind: "few" as const, condition: few }] : []),
    ...(seesUnassigned && wants("UNASSIGNED") ? [{ kind: "unassigned" as const, condition: free }] : []),
    ...teams.map((id) => ({ kind: "team" as const, condition: sql` and a."teamId" = ${id}::uuid${notDirect}` })),
  ];
}

/** Columns of all rows that the filters find and the actor sees, each row once. */
export function seenRows(actor: Actor, filters: ListFilters, columns: Sql, parts = partsOf(actor, filters)): Sql {
  const { conditions, tagDriver } = selectionOf(actor.companyId, filters);
  const rowsOf = ({ condition }: Part) =>
    sql`select ${columns} from ${from(tagDriver)} where ${all(conditions)}${condition}`;
  return join(parts.map(rowsOf), " union all ");
}

/** From so many on, all that the person reads is read at once: an index of its own has it, and each look costs as much as forty. */
const many = 2000;

/**
 * Those rows of `asked`, a statement with "conversationId", whose conversation the actor reads: for lists and totals of
 * what other nouns keep of conversations.
 */
export function ofSeen(actor: Actor, asked: Sql): Sql {
  if (seesEverything(actor)) return asked;
  const all = seenRows(actor, {}, sql`a."conversationId" as "id"`);
  return sql`
    with asked_of as materialized (${asked}), counted as materialized (select count(*) > ${many} as "many" from asked_of)
    select o.* from asked_of o where not (select "many" from counted)
      and ${ofVisibleConversation(actor, "clients_read", sql`o."conversationId"`)}
    union all
    select o.* from asked_of o where (select "many" from counted)
      and o."conversationId" in (select s."id" from (${all}) s)`;
}
