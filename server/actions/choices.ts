/** Every action there is, in the order in which people are offered them. Texts: i18n, namespace `actions`. */
export const actionNames = [
  "reply",
  "template",
  "note",
  "assign",
  "assign_team",
  "tag_add",
  "tag_remove",
  "contact_tag_add",
  "contact_tag_remove",
  "priority",
  "snooze",
  "unsnooze",
  "phase",
  "amount",
  "bot_on",
  "bot_off",
  "close",
  "open",
  "contact_set",
  "task_create",
  "webhook_call",
  "start_flow_at",
] as const;
export type ActionName = (typeof actionNames)[number];

/** What no undo takes back: what was sent, written or told, and what was changed beyond the conversation. */
export const lastingActions = [
  "reply",
  "template",
  "note",
  "contact_tag_add",
  "contact_tag_remove",
  "contact_set",
  "task_create",
  "webhook_call",
  "start_flow_at",
] as const satisfies readonly ActionName[];
export type LastingAction = (typeof lastingActions)[number];

/** How one action, or all of one conversation's, ended. */
export const effects = ["done", "skipped", "failed"] as const;
export type Effect = (typeof effects)[number];

export const rowOutcomes = [...effects, "waiting", "cancelled"] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** recovery: events that a webhook missed; import: a file of contacts; history: of another system. They keep no rows of conversations. */
export const jobKinds = ["actions", "undo", "recovery", "import", "history"] as const;
export const rowlessKinds: readonly JobKind[] = ["recovery", "import", "history"];
export type JobKind = (typeof jobKinds)[number];

export const jobStatuses = ["queued", "running", "done", "cancelled"] as const;
export type JobStatus = (typeof jobStatuses)[number];
