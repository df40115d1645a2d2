import type { AuditKind } from "./choices.ts";

/**
 * Nouns of event types by what they are about. Messages are not deeds of the log: threads keep each of them, with its
 * author, for good.
 */
const nouns: Readonly<Record<AuditKind, readonly string[]>> = {
  conversations: ["conversation"],
  contacts: ["contact"],
  people: ["user", "session"],
  tokens: ["token"],
  settings: ["company", "export", "phase", "tag", "view", "integration"],
  channels: ["channel"],
  chatbots: ["chatbot", "trigger", "fulfillment"],
  webhooks: ["webhook"],
  campaigns: ["campaign", "template"],
};

/** Must stay as the condition of the index events_audited says it. */
export const unaudited = [
  "conversation/message",
  "conversation/read",
  "conversation/changed",
  "conversation/imported",
  "message/changed",
  "message/command",
  "contact/changed",
  "chatbot/called",
  "chatbot/draft",
  "channel/import",
  "template/sync",
  "campaign/run",
] as const;

export function patternsOf(kind: AuditKind): string[] {
  return nouns[kind].map((noun) => `${noun}/%`);
}
