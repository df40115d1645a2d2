import { prisma } from "#server/db/prisma.ts";
import { namedIn } from "#server/notes/between-messages.sql.ts";
import type { ConversationChange } from "../change.ts";
import type { ConversationRow } from "../row.ts";

/** The named people see the conversation from now on, until it closes. Returns whether that is new for one of them. */
export async function mention(
  { companyId, conversationId }: { companyId: string; conversationId: string },
  people: readonly string[],
  createdAt: Date,
): Promise<boolean> {
  if (people.length === 0) return false;
  const data = people.map((userId) => ({ companyId, conversationId, userId, createdAt }));
  const { count } = await prisma.conversationMention.createMany({ data, skipDuplicates: true });
  return count > 0;
}

/** The people who see it because a note names them. */
export async function peopleMentioned({ companyId, id }: Pick<ConversationRow, "companyId" | "id">): Promise<string[]> {
  const where = { companyId, conversationId: id };
  const named = await prisma.conversationMention.findMany({ where, select: { userId: true } });
  return named.map(({ userId }) => userId);
}

/** A conversation that closes is no longer seen by those who were only mentioned in it. */
export async function endMentions(change: ConversationChange): Promise<void> {
  const { companyId, id: conversationId } = change.row;
  const where = { companyId, conversationId };
  const unseen = await peopleMentioned(change.row);
  if (unseen.length === 0) return;
  await prisma.conversationMention.deleteMany({ where });
  change.tell("conversation/changed", () => ({ unseen }));
}

/** Those whom a note named that has gone, and no note that is left, do not see it any more. Returns them. */
export async function endMentionsOf(
  { companyId, id: conversationId }: Pick<ConversationRow, "companyId" | "id">,
  people: readonly string[],
): Promise<string[]> {
  if (people.length === 0) return [];
  const left = new Set(await namedIn({ companyId, id: conversationId }));
  const where = { companyId, conversationId, userId: { in: people.filter((id) => !left.has(id)) } };
  const ended = await prisma.conversationMention.findMany({ where, select: { userId: true } });
  if (ended.length > 0) await prisma.conversationMention.deleteMany({ where });
  return ended.map(({ userId }) => userId);
}

/** Who was mentioned in one conversation sees the one that it went into. */
export async function handMentions(way: { companyId: string; from: string; to: string }): Promise<void> {
  const where = { companyId: way.companyId, conversationId: way.from };
  const named = await prisma.conversationMention.findMany({ where });
  const data = named.map((one) => ({ ...one, conversationId: way.to }));
  if (data.length > 0) await prisma.conversationMention.createMany({ data, skipDuplicates: true });
}
