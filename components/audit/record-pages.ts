import type { AuditEntry } from "#server/audit/schema.ts";

const pages: Partial<Record<AuditEntry["subject"]["kind"], (id: string, number: number | null) => string>> = {
  conversation: (id) => `/inbox/${id}?view=all`,
  contact: (id) => `/contacts/${id}`,
  user: () => "/settings/members",
  phase: () => "/settings/phases",
  tag: () => "/settings/tags",
  chatbot: (id) => `/chatbots/${id}/flow`,
  trigger: () => "/chatbots/triggers",
  template: (_id, number) => `/templates/${number}`,
  campaign: (id) => `/campaigns/${id}`,
  channel: (id) => `/settings/channels/${id}`,
  token: () => "/settings/tokens",
  integration: () => "/settings/integrations",
  webhook: (id) => `/webhooks/${id}`,
  company: () => "/settings/company",
  task: () => "/tasks",
  team: () => "/settings/teams",
  role: () => "/settings/roles",
  field: () => "/settings/fields",
  sla: () => "/settings/service-levels",
  calendar: () => "/settings/calendars",
  macro: () => "/settings/macros",
  answer: () => "/settings/answers",
};

/** The page of an entry's record; undefined when it was deleted or has none. */
export function pageOf({ kind, id, number, exists }: AuditEntry["subject"]): string | undefined {
  return exists && id !== "" ? pages[kind]?.(id, number) : undefined;
}
