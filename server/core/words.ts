/** Closed sets of words that events, schemas and screens share. A noun's own words stand in its schema. */

export const contactStatuses = ["new", "active", "client", "long_term"] as const;
export type ContactStatus = (typeof contactStatuses)[number];

export const conversationStatuses = ["opened", "closed", "inactive"] as const;
export type ConversationStatus = (typeof conversationStatuses)[number];

/** Who sets a tag: a human, the chatbot's flow, or automatic tagging. */
export const tagSources = ["human", "chatbot", "ai"] as const;
export type TagSource = (typeof tagSources)[number];

export const messageTypes = [
  "text/plain",
  "image",
  "command",
  "audio",
  "video",
  "file",
  "location",
  "unsupported",
] as const;
export type MessageType = (typeof messageTypes)[number];

/** Subjects of entries of the audit log, by which it can be filtered. */
export const auditKinds = [
  "conversations",
  "contacts",
  "people",
  "tokens",
  "settings",
  "channels",
  "chatbots",
  "webhooks",
  "campaigns",
  "tasks",
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** Stands for what is hidden from who looks. */
export const dots = "•••";

/** Names that no object of ours takes as a key (decisions.md N1). */
export const forbiddenKeys: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);
