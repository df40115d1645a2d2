// SQL because what a list's filters mean are pieces of statements, for lists, counts, tasks and exports alike.
import { now } from "#server/base/clock.ts";
import { isId } from "#server/base/ids.ts";
import { plainSigns } from "#server/contacts/identity/signs.ts";
import { withoutNumbers } from "#server/core/masking.sql.ts";
import { hiddenFields, maySearch } from "#server/core/masking.ts";
import { join, likeLiteral, type Sql, sql } from "#server/db/sql.ts";
import { customConditions, type Kept } from "#server/fields/conditions.sql.ts";
import { priorities } from "../choices.ts";
import type { ConversationFilters } from "../schema.ts";

/**
 * The filters of the API plus who has to act next and who is mentioned, which only the inbox uses. `within`: more of
 * the same names, which hold too. `often`: so many say what is searched for that each is looked at by itself.
 */
export type ListFilters = Omit<ConversationFilters, "sort"> & {
  turn?: "bot" | "person";
  mentions?: string;
  often?: true;
  within?: ListFilters;
};

export type SortedFilters = ListFilters & Pick<ConversationFilters, "sort">;

/**
 * While it is on, the bot holds conversations in which it has spoken or which were given back to it. Where it is on but
 * no one has ever answered, the conversation counts as waiting.
 */
const heldByBot = sql`(a."chatbotState" = 'ON' and a."handledBy" <> 'none')`;
const waits = sql`(a."assignedTo" is null and a."snoozedUntil" is null and not (a."chatbotState" = 'ON' and a."handledBy" <> 'none'))`;

/** Conditions of a list on conversation_activity `a`; together they are ANDed. `driver` names a tag that leads the scan. */
export type Selection = { conditions: Sql[]; tagDriver: string | null };

const ids = (values: readonly string[]) => values.filter(isId);

function tagConditions(tags: readonly string[] | undefined): Selection {
  if (!tags || tags.length === 0) return { conditions: [], tagDriver: null };
  const [only] = tags;
  if (tags.length === 1 && only !== undefined) return { conditions: [], tagDriver: only };
  return { conditions: [anyTag(tags)], tagDriver: null };
}

function anyTag(tags: readonly string[]): Sql {
  return sql`exists (select 1 from conversation_tags g where g."companyId" = a."companyId"
    and g."conversationId" = a."conversationId" and g."tag" = any(${tags}::text[]))`;
}

function agentCondition(agent: string): Sql {
  return agent === "robot" ? sql`a."handledBy" = 'bot'` : sql`a."persistentLastOperator" = ${agent}`;
}

function conditionConditions(wanted: NonNullable<ConversationFilters["condition"]>): Sql[] {
  const human = wanted.includes("intervened");
  const noHuman = wanted.includes("not_intervened");
  return [
    ...(human && !noHuman ? [sql`a."handledBy" = 'human'`] : []),
    ...(noHuman && !human ? [sql`a."handledBy" <> 'human'`] : []),
    ...(wanted.includes("lead") ? [sql`a."lead"`] : []),
  ];
}

function assigneeCondition(assignedTo: readonly string[]): Sql {
  const users = ids(assignedTo);
  const [only] = users;
  if (!assignedTo.includes("UNASSIGNED")) {
    return users.length === 1 && only ? sql`a."assignedTo" = ${only}` : sql`a."assignedTo" = any(${users}::uuid[])`;
  }
  return users.length === 0
    ? sql`a."assignedTo" is null`
    : sql`(a."assignedTo" is null or a."assignedTo" = any(${users}::uuid[]))`;
}

function teamCondition(teams: readonly string[]): Sql {
  const known = sql`a."teamId" = any(${ids(teams)}::uuid[])`;
  const [only] = ids(teams);
  if (teams.includes("UNASSIGNED")) return only ? sql`(a."teamId" is null or ${known})` : sql`a."teamId" is null`;
  return teams.length === 1 && only ? sql`a."teamId" = ${only}` : known;
}

function statusCondition(status: NonNullable<ConversationFilters["status"]>): Sql {
  if (status === "ACTIVE") return sql`a."status" <> 'closed'`;
  return sql`a."status" = ${status === "CLOSED" ? "closed" : status}`;
}

function mentionCondition(companyId: string, userId: string): Sql {
  if (!isId(userId)) return sql`false`;
  return sql`a."conversationId" = any(array(select n."conversationId" from conversation_mentions n
    where n."companyId" = ${companyId} and n."userId" = ${userId}::uuid))`;
}

function oneOf(column: Sql, values: readonly string[], cast: Sql): Sql {
  const [only] = values;
  return values.length === 1 && only !== undefined
    ? sql`${column} = ${only}`
    : sql`${column} = any(${values}::${cast})`;
}

type Texts = { names: string; number: string | null; texts: string | null };

/** Patterns for names and emails, digits, and messages (null: not searched). */
function patternsOf(search: string, onlyVisitor: boolean): Texts {
  const text = likeLiteral(search);
  const short = search.length < 3;
  const plain = plainSigns(search);
  const digits = plain.replace(/[^0-9]/g, "");
  const isNumber = digits !== "" && /^[\d\s()+./-]+$/.test(plain) && !hiddenFields().includes("phone");
  const number = isNumber ? (short ? `${digits}%` : `%${digits}%`) : null;
  // Words of messages may be what is hidden: with masks names alone are searched here, and messages by their own search.
  const texts = short || onlyVisitor || hiddenFields().length > 0 ? null : `%${text}%`;
  return { names: short ? `${text}%` : `%${text}%`, number, texts };
}

const isOfVisitor = ({ searchIn }: ListFilters) => searchIn === "visitor";

/** What messages are searched for; null: they are not. */
export function textSought(filters: ListFilters): string | null {
  const { search } = filters;
  return search && maySearch(search) ? patternsOf(search, isOfVisitor(filters)).texts : null;
}

/** The arguments of what finds conversations by their visitor and their messages. */
function patternsFor(search: string, filters: ListFilters): Sql {
  const { names, number, texts } = patternsOf(search, isOfVisitor(filters));
  const emails = hiddenFields().includes("email") ? sql`null` : sql`lower(${names})`;
  return sql`parley_fold(${names}), ${emails}, ${number}::text, parley_fold(${texts}::text)`;
}

/** All that a search alone finds, where nothing else is asked for and nothing is hidden. */
export function foundAlone({ search, searchIn, ...others }: ListFilters): Sql | undefined {
  if (!search || hiddenFields().length > 0 || Object.values(others).some((value) => value !== undefined))
    return undefined;
  return sql`select parley_find_conversations(${patternsFor(search, { search, searchIn })})`;
}

/** Visitor name, email, phone and message text; under 3 characters only the beginning of a visitor field (E7, D9). */
function searchCondition(search: string, filters: ListFilters): Sql {
  if (!maySearch(search)) return sql`false`;
  const patterns = patternsFor(search, filters);
  const named = withoutNumbers(search, sql`h."visitorName"`);
  const found = filters.often
    ? sql`parley_is_found(a."conversationId", ${patterns})`
    : // Found once, whatever the planner takes for few: each time costs as much as the first.
      sql`a."conversationId" in (with found as materialized (select parley_find_conversations(${patterns}) as "id")
        select f."id" from found f)`;
  return named ? sql`(${found} and ${held(named)})` : found;
}

/** A clock was told to be over, by the index that has these words: one that stands still is due at no moment. */
const wasBreached = (companyId: string) => sql`a."conversationId" = any(array(
  select h."id" from conversations h where h."companyId" = ${companyId} and h."sla" @> '{"clocks": [{"breached": true}]}'))`;

function clockConditions(companyId: string, { sla }: ListFilters): Sql[] {
  if (sla === undefined) return [];
  if (sla === "breached") return [sql`(a."slaDueAt" <= ${now()} or ${wasBreached(companyId)})`];
  if (sla === "running") return [sql`a."slaDueAt" is not null`];
  return [sql`a."slaDueAt" is null`, sql`not ${wasBreached(companyId)}`];
}

function triageConditions({ waiting, priority, snoozed }: ListFilters): Sql[] {
  const ranks = priority?.map((word) => priorities.indexOf(word));
  return [
    ...(waiting === undefined ? [] : [waiting ? sql`a."waitingSince" is not null` : sql`a."waitingSince" is null`]),
    ...(ranks?.length ? [sql`a."priority" = any(${ranks}::smallint[])`] : []),
    ...(snoozed === undefined ? [] : [snoozed ? sql`a."snoozedUntil" is not null` : sql`a."snoozedUntil" is null`]),
  ];
}

export const held = (condition: Sql) => sql`exists (select 1 from conversations h where h."companyId" = a."companyId"
  and h."id" = a."conversationId" and ${condition})`;
const customValues: Kept = {
  values: sql`h."customFields"`,
  holding: (wanted) => sql`a."conversationId" in (select parley_conversations_holding(${[...wanted]}::jsonb[]))`,
  where: held,
};

/** One tag leads no second scan. */
function conditionsWithin(companyId: string, { tags, ...filters }: ListFilters): Sql[] {
  const tagged = tags?.length ? [anyTag(tags)] : [];
  return [...selectionOf(companyId, filters).conditions, ...tagged];
}

/** The function reads the tasks, which are another noun's: at most as many open ones as a company may have. */
function nextStepConditions(companyId: string, nextStep: boolean | undefined): Sql[] {
  if (nextStep === undefined) return [];
  const planned = sql`(select parley_planned_conversations(${companyId}::uuid))`;
  if (nextStep) return [sql`a."conversationId" in ${planned}`];
  return [sql`a."status" <> 'closed'`, sql`a."conversationId" not in ${planned}`];
}

/** Everything a list was asked for, but its order. */
export function selectionOf(companyId: string, filters: ListFilters): Selection {
  const { status, channel, agent, preAssigned, assignedTo, condition, phase, search } = filters;
  const { fromDate, toDate, utmSource, utmMedium, chatbotState, open, updatedSince, settledUntil } = filters;
  const tags = tagConditions(filters.tags);
  const conditions = [
    sql`a."companyId" = ${companyId}`,
    ...(open === true ? [sql`a."status" <> 'closed'`] : []),
    ...(open === false ? [sql`a."status" = 'closed'`] : []),
    ...(status ? [statusCondition(status)] : []),
    ...(channel?.length ? [oneOf(sql`a."channel"`, channel, sql`text[]`)] : []),
    ...tags.conditions,
    ...(agent ? [agentCondition(agent)] : []),
    ...(preAssigned ? [isId(preAssigned) ? sql`a."preAssigned" = ${preAssigned}` : sql`false`] : []),
    ...(assignedTo?.length ? [assigneeCondition(assignedTo)] : []),
    ...(filters.teamId?.length ? [teamCondition(filters.teamId)] : []),
    ...(condition ? conditionConditions(condition) : []),
    ...(phase?.length ? [oneOf(sql`a."phaseId"`, ids(phase), sql`uuid[]`)] : []),
    ...(search ? [searchCondition(search, filters)] : []),
    ...(fromDate ? [sql`a."createdAt" >= ${fromDate}`] : []),
    ...(toDate ? [sql`a."createdAt" <= ${toDate}`] : []),
    ...(utmSource ? [sql`a."utmSource" = ${utmSource} and a."utmSource" <> ''`] : []),
    ...(utmMedium ? [sql`a."utmMedium" = ${utmMedium} and a."utmMedium" <> ''`] : []),
    ...(chatbotState ? [chatbotState === "ON" ? sql`a."chatbotState" = 'ON'` : sql`a."chatbotState" = 'OFF'`] : []),
    ...triageConditions(filters),
    ...clockConditions(companyId, filters),
    ...nextStepConditions(companyId, filters.nextStep),
    ...(filters.turn ? [filters.turn === "bot" ? heldByBot : waits] : []),
    ...(filters.mentions ? [mentionCondition(companyId, filters.mentions)] : []),
    ...customConditions(customValues, filters.customFields),
    ...(updatedSince ? [sql`a."updatedAt" >= ${updatedSince}`] : []),
    ...(settledUntil ? [sql`a."updatedAt" <= ${settledUntil}`] : []),
    ...(filters.within ? conditionsWithin(companyId, filters.within) : []),
  ];
  return { conditions, tagDriver: tags.tagDriver };
}

export function all(conditions: readonly Sql[]): Sql {
  return join(conditions, " and ");
}
