import { z } from "zod";
import { notFound } from "#server/base/errors.ts";
import { contactNames } from "#server/contacts/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { phasesOf } from "#server/phases/access.ts";
import { readableConversation } from "../access.sql.ts";
import { inboxLists, inboxViews } from "../choices.ts";
import type { ConversationRow } from "../row.ts";
import { conversationSchema, filterConversationsInput, listConversationsInput } from "../schema.ts";
import { viewConversation } from "../viewing.ts";
import { countsOf, totalsOfPhases } from "./counting.sql.ts";
import { filtersOf, pageOfConversations } from "./listing.ts";
import { countUnread, readSeqs, saveRead } from "./reads.sql.ts";
import { filtersOfView } from "./tabs.ts";

const inboxRowSchema = conversationSchema.extend({
  readSeq: z.int().meta({ description: "How far this person has read; unread while below lastVisitorSeq." }),
  contactName: z.string().meta({ description: "What its contact is called now; empty without one." }),
});

/** With how far the actor has read each, and what its contact is called now; one that is only claimed does not count. */
async function shownRows(actor: Actor, rows: readonly ConversationRow[]): Promise<z.input<typeof inboxRowSchema>[]> {
  const named = rows.flatMap(({ contactId, contactLink }) => (contactId && contactLink !== "claimed" ? contactId : []));
  const ids = rows.map(({ id }) => id);
  const [seqs, names] = await Promise.all([readSeqs(actor, ids), contactNames(actor, named)]);
  return rows.map((row) => ({
    ...viewConversation(row),
    readSeq: seqs.get(row.id) ?? 0,
    contactName: row.contactLink === "claimed" ? "" : (names.get(row.contactId ?? "") ?? ""),
  }));
}

/** A page of the inbox list: keyset paging, with how far the person has read each row. */
export const listInbox = query({
  name: "conversations.inbox",
  access: "clients_read",
  input: listConversationsInput.extend({ view: z.enum(inboxLists).default("all") }),
  output: z.object({ data: z.array(inboxRowSchema), nextCursor: z.string().nullable() }),
  example: () => ({ view: "all" as const }),
  async run({ actor, input }) {
    const { view, ...listing } = input;
    const filters = { ...filtersOf(listing), ...filtersOfView(view, actor) };
    const page = await pageOfConversations(actor, filters, input);
    return { data: await shownRows(actor, page.rows), nextCursor: page.nextCursor };
  },
});

/** The numbers on the inbox's tabs, and how many of one's own conversations hold something unread. */
export const countInbox = query({
  name: "conversations.counts",
  access: "clients_read",
  input: z.object({}),
  output: z.object({
    mine: z.int(),
    mentions: z.int(),
    unassigned: z.int(),
    bot: z.int(),
    snoozed: z.int(),
    all: z.int(),
    closed: z.int(),
    unread: z.int(),
  }),
  example: () => ({}),
  async run({ actor }) {
    const [mine = 0, mentions = 0, unassigned = 0, bot = 0, snoozed = 0, all = 0, closed = 0] = await countsOf(
      actor,
      inboxViews.map((view) => filtersOfView(view, actor)),
    );
    const unread = await countUnread(actor);
    return { mine, mentions, unassigned, bot, snoozed, all, closed, unread };
  },
});

/** One conversation as the inbox shows it. */
export const readInboxRow = query({
  name: "conversations.inboxRow",
  access: "clients_read",
  input: z.object({ conversationId: z.string() }),
  output: inboxRowSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run({ actor, input }) {
    const conversation = await readableConversation(actor, input.conversationId);
    const [row] = await shownRows(actor, [conversation]);
    if (!row) throw notFound("conversation");
    return row;
  },
});

/** Remembers that the person has read up to `seq`; never goes back unless `unread` asks for it. */
export const markRead = command({
  name: "conversations.markRead",
  access: "clients_read",
  input: z.object({ conversationId: z.string(), seq: z.int().min(0), unread: z.boolean().default(false) }),
  output: z.object({ conversationId: z.string(), readSeq: z.int() }),
  example: (given) => ({ conversationId: given.conversationId ?? "", seq: 1 }),
  async run({ actor, input, now, emit }) {
    const conversation = await readableConversation(actor, input.conversationId);
    const seq = Math.min(input.seq, conversation.lastSeq);
    if (!actor.userId) return { conversationId: conversation.id, readSeq: 0 };
    if (await saveRead(actor, { conversationId: conversation.id, seq, at: now, back: input.unread })) {
      const seen = seq >= conversation.lastVisitorSeq && conversation.lastVisitorSeq > 0 && conversation.windowed;
      const channelId = seen && !input.unread ? conversation.channelId : null;
      emit({
        type: "conversation/read",
        conversationId: conversation.id,
        channelId,
        data: { userId: actor.userId, seq },
      });
    }
    return { conversationId: conversation.id, readSeq: seq };
  },
});

/** Count and sum of each pipeline column under the filters. */
export const columnTotals = query({
  name: "conversations.columnTotals",
  access: "clients_read",
  input: filterConversationsInput,
  output: z.array(z.object({ phaseId: z.string(), count: z.int(), amount: z.number() })),
  example: () => ({ open: true }),
  async run({ actor, input }) {
    const { sort: _sort, phase: wanted, ...filters } = input;
    const ids = (await phasesOf(actor)).map((phase) => phase.id);
    const totals = await totalsOfPhases(
      actor,
      filters,
      ids.filter((id) => !wanted?.length || wanted.includes(id)),
    );
    return ids.map((phaseId) => ({ phaseId, ...(totals.get(phaseId) ?? { count: 0, amount: 0 }) }));
  },
});
