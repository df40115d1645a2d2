import type { Conversation } from "#server/db/generated/client.ts";

export type StoredParticipant = {
  id: string;
  name: string;
  type: "robot" | "visitor" | "user" | "externalOperator";
  firstMessageAt: string | null;
  lastMessageAt: string | null;
};

/** A row of `conversations`; amounts are numbers, as the pool reads them. */
export type ConversationRow = Omit<Conversation, "amount"> & { amount: number | null };

/** Columns of type jsonb: written through json(). */
export const jsonColumns: ReadonlySet<string> = new Set([
  "operatorTags",
  "flowState",
  "conversationContext",
  "customFields",
  "participants",
  "referral",
  "sla",
]);
