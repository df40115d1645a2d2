import type { Given } from "#server/core/operation.ts";
import type { TestCompany } from "../company.ts";

export type Ask = { procedure: string; input: Record<string, unknown>; infinite: boolean };
export type Page = { data: { id: string }[]; nextCursor?: string | null; pagination?: { nextCursor: string | null } };

const pageSize = 4;

const list = (procedure: string, input: Record<string, unknown>): Ask => ({
  procedure,
  input: { limit: pageSize, ...input },
  infinite: true,
});
const plain = (procedure: string, input: Record<string, unknown> = {}): Ask => ({ procedure, input, infinite: false });
const inbox = (input: Record<string, unknown>): Ask => list("conversations.inbox", input);

const conversationLists = (given: Given): Ask[] => [
  ...["mine", "mentions", "unassigned", "bot", "snoozed", "all", "closed"].map((view) => inbox({ view })),
  inbox({ channel: "WEB", sort: "createdAt:asc" }),
  inbox({ sort: "amount:desc" }),
  inbox({ waiting: true, sort: "waitingSince:asc" }),
  inbox({ priority: "high,urgent", sort: "priority:desc" }),
  inbox({ snoozed: false }),
  inbox({ nextStep: false }),
  list("conversations.list", { nextStep: true }),
  inbox({ sort: "lastMessageAt:asc" }),
  inbox({ sort: "visitorName:asc", limit: 50 }),
  inbox({ status: "opened", limit: 50 }),
  inbox({ tags: "quokka" }),
  inbox({ agent: "robot" }),
  inbox({ condition: "intervened" }),
  inbox({ condition: "not_intervened,lead" }),
  inbox({ search: "quokka" }),
  inbox({ assignedTo: `${given.userId},UNASSIGNED` }),
  list("conversations.list", { open: true, phase: given.phaseId }),
  list("conversations.list", { limit: 100 }),
  plain("conversations.list", { limit: 3, sort: "updatedAt:desc" }),
  plain("conversations.counts"),
  plain("conversations.columnTotals", { open: true }),
  plain("conversations.byPhase", { limit: 2 }),
  inbox({ teamId: given.teamId }),
];

const contactAsks = (given: Given): Ask[] => [
  plain("conversations.ofContact", { contactId: given.contactId }),
  plain("contacts.list", { limit: 5 }),
  plain("contacts.read", { contactId: given.contactId }),
  plain("contacts.history", { contactId: given.contactId }),
  plain("contacts.reach", { contactId: given.contactId }),
  plain("merges.duplicates", {}),
  plain("merges.list", { contactId: given.contactId }),
  plain("notes.list", { contactId: given.contactId }),
];

const peopleAsks = (given: Given): Ask[] => [
  plain("phases.list"),
  plain("users.list"),
  plain("users.names"),
  plain("users.profile"),
  plain("channels.list"),
  plain("channels.names"),
  plain("chatbots.list"),
  plain("chatbots.fulfillmentCalls", { chatbotId: given.chatbotId }),
  plain("tags.list"),
  plain("tokens.list"),
  plain("notifications.list"),
  plain("notifications.unread"),
  plain("notifications.preferences"),
  plain("views.list"),
  plain("teams.list"),
  plain("teams.names"),
  plain("assignment.policies"),
  plain("assignment.workload"),
  plain("assignment.availability"),
];

const workAsks = (given: Given): Ask[] => [
  plain("conversations.viewCounts"),
  plain("answers.all"),
  plain("macros.all"),
  plain("rules.list"),
  plain("calendars.list"),
  plain("sla.policies"),
  plain("answers.values", { conversationId: given.conversationId }),
  plain("reports.live"),
  plain("reports.waiting", { limit: 100 }),
  plain("templates.list"),
  plain("templates.get", { templateId: given.templateId }),
  plain("templates.usage", { templateId: given.templateId }),
  plain("campaigns.list"),
  plain("campaigns.get", { campaignId: given.campaignId }),
  plain("companies.read"),
  plain("plans.current"),
];

const threadAsks = (conversationId: string): Ask[] => [
  list("messages.list", { conversationId, includeCommands: true, order: "desc" }),
  plain("messages.list", { conversationId }),
  plain("conversations.read", { conversationId }),
  plain("conversations.inboxRow", { conversationId }),
  plain("conversations.notes", { conversationId }),
];

/** What the screens of a company ask, with the threads of these conversations open. */
export function asksOf({ given }: TestCompany, conversationIds: readonly string[]): Ask[] {
  const all = [conversationLists, contactAsks, peopleAsks, workAsks].flatMap((asks) => asks(given));
  return [...all, ...conversationIds.flatMap(threadAsks)];
}
