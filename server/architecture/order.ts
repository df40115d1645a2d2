/** Knows only what stands before it. */
export const foundations: readonly (readonly string[])[] = [
  ["config"],
  ["base"],
  ["db"],
  ["core"],
  ["outbound", "kit"],
];

/** From the bottom to the top: a noun may use those before it. ARCHITECTURE.md shows the same order. */
export const nouns = [
  ...["views", "requests", "audit", "plans", "calendars", "fields", "mail"],
  ...["sessions", "tokens", "users", "roles", "teams", "uploads", "notes", "contacts"],
  ...["conversations", "messages", "phases", "tags", "assignment"],
  ...["chatbots", "channels", "triggers", "visitors", "companies"],
  ...["templates", "tasks", "scheduled", "answers", "outreach", "campaigns", "merges", "sla", "csat", "reports"],
  ...["actions", "imports", "macros", "rules", "erasures", "webhooks", "integrations"],
  ...["notifications", "feed", "retention", "backups", "health", "demo"],
] as const;

/** Above all nouns, each knowing those before it. server/*.ts puts them together. */
export const transports: readonly string[] = ["jobs", "relay", "realtime", "trpc", "rest", "http"];
