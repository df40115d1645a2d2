/** What a deed is about: how the log can be narrowed. */
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
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** By whom, where no person is named: the team itself (people and their tokens), what happens by itself, visitors. */
export const auditSources = ["team", "automatic", "visitors"] as const;
