import { z } from "zod";
import { readableContact } from "#server/contacts/access.ts";
import type { Actor } from "#server/core/actor.ts";
import { invalidField } from "#server/core/errors.ts";
import { isId } from "#server/core/ids.ts";
import { query } from "#server/core/operation.ts";
import type { PageRequest } from "#server/core/page-fields.ts";
import { decodeCursor, encodeCursor, offsetOf, paginate } from "#server/core/pagination.ts";
import { empty, join, raw, rows, type Sql, sql } from "#server/db/sql.ts";
import { phasesOf } from "#server/phases/access.ts";
import { readableConversation, visibleOnly } from "./access.ts";
import { from, totalOf } from "./counting.ts";
import { all, selectionOf } from "./filtering.ts";
import type { ConversationRow } from "./row.ts";
import {
  type ChannelName,
  type ConversationFilters,
  type ConversationSort,
  channelNames,
  conversationIdInput,
  conversationPage,
  conversationSchema,
  listConversationsInput,
  type SortField,
} from "./schema.ts";
import { viewConversation } from "./viewing.ts";

const nullable: ReadonlySet<SortField> = new Set(["lastMessageAt", "amount"]);

type Key = { value: Date | string | number | null; id: string };

function keyOf(sort: ConversationSort, row: ConversationRow): Key {
  return { value: row[sort.field], id: row.id };
}

function readKey(sort: ConversationSort, parts: (string | number | null)[]): Key {
  const [value = null, id] = parts;
  if (!isId(id)) throw invalidField("cursor", "The cursor is damaged.", "invalid_cursor");
  const dated = sort.field === "lastMessageAt" || sort.field === "createdAt" || sort.field === "updatedAt";
  return { value: dated && value !== null ? new Date(value) : value, id };
}

type Slice = { sort: ConversationSort; after: Key | null; take: number };

/** One run of rows in index order: those with a value, then (descending or nullable) those without. */
function branch(base: { from: Sql; where: Sql }, column: Sql, slice: Slice, part: "valued" | "empty" | "both"): Sql {
  const { sort, after, take } = slice;
  const direction = raw(sort.descending ? "desc" : "asc");
  const compare = raw(sort.descending ? "<" : ">");
  const id = sql`a."conversationId"`;
  const beyond =
    after === null || (part === "empty" && after.value !== null)
      ? empty
      : after.value === null
        ? sql` and ${id} ${compare} ${after.id}`
        : sql` and (${column}, ${id}) ${compare} (${after.value}, ${after.id}::uuid)`;
  const some =
    part === "valued" ? sql` and ${column} is not null` : part === "empty" ? sql` and ${column} is null` : empty;
  const nulls = nullable.has(sort.field) && sort.descending ? sql` nulls last` : empty;
  return sql`select a."conversationId", ${column} as "sortKey" from ${base.from}
    where ${base.where}${some}${beyond}
    order by ${column} ${direction}${nulls}, ${id} ${direction} limit ${take}`;
}

/** Ids of one page in order, at most `take`, by index scans that begin with the company. */
function pageSql(actor: Actor, filters: ConversationFilters, slice: Slice, skip: number): Sql {
  const { sort, after } = slice;
  const selection = selectionOf(actor.companyId, filters);
  const visible = visibleOnly(actor, "clients_read");
  const byTag = selection.tagDriver !== null && sort.field === "lastMessageAt";
  const column = byTag ? sql`t."lastMessageAt"` : raw(`a."${sort.field}"`);
  const base = { from: from(selection.tagDriver, visible), where: sql`${all(selection.conditions)}${visible}` };
  const direction = raw(sort.descending ? "desc" : "asc");
  const split = nullable.has(sort.field) && (!sort.descending || after !== null);
  if (!split) return sql`${branch(base, column, slice, "both")} offset ${skip}`;
  const runs = [
    ...(after?.value === null ? [] : [branch(base, column, { ...slice, take: slice.take + skip }, "valued")]),
    branch(base, column, { ...slice, take: slice.take + skip }, "empty"),
  ];
  const union = join(
    runs.map((run) => sql`(${run})`),
    " union all ",
  );
  return sql`select * from (${union}) both_runs
    order by "sortKey" ${direction} nulls last, "conversationId" ${direction} limit ${slice.take} offset ${skip}`;
}

export type Page = { rows: ConversationRow[]; hasMore: boolean; nextCursor: string | null };

/** One page of conversations the actor may see. */
export async function pageOfConversations(
  actor: Actor,
  filters: ConversationFilters,
  request: PageRequest,
): Promise<Page> {
  const { sort } = filters;
  const after = request.cursor ? readKey(sort, decodeCursor(filters, request.cursor)) : null;
  const skip = request.cursor ? 0 : offsetOf(request);
  const page = pageSql(actor, filters, { sort, after, take: request.limit + 1 }, skip);
  const direction = raw(sort.descending ? "desc" : "asc");
  const found = await rows<ConversationRow>(sql`
    with page as materialized (${page})
    select c.* from page p join conversations c on c."companyId" = ${actor.companyId} and c."id" = p."conversationId"
    order by p."sortKey" ${direction} nulls last, p."conversationId" ${direction}`);
  const shown = found.slice(0, request.limit);
  const last = shown.at(-1);
  const hasMore = found.length > request.limit;
  if (!last || !hasMore) return { rows: shown, hasMore, nextCursor: null };
  const key = keyOf(sort, last);
  const value = key.value instanceof Date ? key.value.toISOString() : key.value;
  return { rows: shown, hasMore, nextCursor: encodeCursor(filters, [value, key.id]) };
}

type Listing = ConversationFilters & PageRequest;

/** The filters alone: what a cursor is bound to and a total is counted by. */
export function filtersOf(input: Listing): ConversationFilters {
  const { limit: _limit, offset: _offset, page: _page, cursor: _cursor, ...filters } = input;
  return filters;
}

async function listPage(actor: Actor, filters: ConversationFilters, request: PageRequest) {
  const { sort: _sort, ...counted } = filters;
  const page = await pageOfConversations(actor, filters, request);
  const { count } = await totalOf(actor, counted);
  return {
    pagination: paginate(request, count, page.hasMore, page.nextCursor),
    data: page.rows.map(viewConversation),
  };
}

/** GET /v1/conversations */
export const listConversations = query({
  name: "conversations.list",
  access: "clients_read",
  input: listConversationsInput,
  output: conversationPage,
  example: () => ({ status: "opened" as const }),
  run: ({ actor, input }) => listPage(actor, filtersOf(input), input),
});

const phaseColumn = z.object({
  phase: z.object({ id: z.string(), name: z.string(), order: z.int(), type: z.enum(["progress", "success", "lost"]) }),
  conversations: conversationPage,
  amount: z.number().meta({ description: "Sum of the amounts of all conversations of the phase under the filters." }),
});

/** GET /v1/conversations/by-phase (E8): each phase with its own first page. */
export const listByPhase = query({
  name: "conversations.byPhase",
  access: "clients_read",
  input: listConversationsInput,
  output: z.object({ phases: z.array(phaseColumn) }),
  example: () => ({}),
  async run({ actor, input }) {
    const wanted = input.phase;
    const phases = (await phasesOf(actor)).filter((phase) => !wanted?.length || wanted.includes(phase.id));
    const columns = [];
    for (const phase of phases) {
      const filters = { ...filtersOf(input), phase: [phase.id] };
      const { sort: _sort, ...counted } = filters;
      const conversations = await listPage(actor, filters, { ...input, cursor: undefined });
      const { amount } = await totalOf(actor, counted);
      const { id, name, order, type } = phase;
      columns.push({ phase: { id, name, order, type }, conversations, amount });
    }
    return { phases: columns };
  },
});

/** GET /v1/conversations/{conversationId} */
export const readConversation = query({
  name: "conversations.read",
  access: "clients_read",
  input: conversationIdInput,
  output: conversationSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  run: async ({ actor, input }) => viewConversation(await readableConversation(actor, input.conversationId)),
});

/** GET /v1/conversations/contact/{contactId}: newest activity first. */
export const listOfContact = query({
  name: "conversations.ofContact",
  access: "clients_read",
  input: z.object({ contactId: z.string() }),
  output: z.array(conversationSchema),
  example: (given) => ({ contactId: given.contactId ?? "" }),
  async run({ actor, input }) {
    const contact = await readableContact(actor, input.contactId);
    const found = await rows<ConversationRow>(sql`
      select c.* from conversations c where c."companyId" = ${actor.companyId}
        and c."contactId" = ${contact.id}${visibleOnly(actor, "clients_read")}
      order by c."lastMessageAt" desc nulls last, c."id" desc limit 500`);
    return found.map(viewConversation);
  },
});

/** GET /v1/conversations/channels/list (E16) */
export const listActiveChannels = query({
  name: "conversations.activeChannels",
  access: "clients_read",
  input: z.object({}),
  output: z.array(z.enum(channelNames)),
  example: () => ({}),
  async run({ actor }) {
    const active: ChannelName[] = [];
    for (const channel of [...channelNames].sort()) {
      const { count } = await totalOf(actor, { channel: [channel], open: true });
      if (count > 0) active.push(channel);
    }
    return active;
  },
});
