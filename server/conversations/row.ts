import type { Conversation } from "#server/db/generated/client.ts";
import type { Read } from "#server/db/sql.ts";

export type StoredParticipant = {
  id: string;
  name: string;
  type: "robot" | "visitor" | "user" | "externalOperator";
  firstMessageAt: string | null;
  lastMessageAt: string | null;
};

/** A row of `conversations`. */
export type ConversationRow = Read<Conversation>;

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
