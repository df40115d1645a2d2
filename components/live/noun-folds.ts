import type { EventType } from "#server/core/events/table.ts";
import { registerFold } from "./folds.ts";
import type { LiveCache } from "./live-cache.ts";

type NounEvent = Exclude<EventType, `${"conversation" | "message" | "contact"}/${string}`>;

/** What each change makes old, for nouns whose screens are small enough to be fetched again; none: nothing shows it. */
const outdated: Readonly<Record<NounEvent | "contact/*" | "conversation/gone", readonly string[]>> = {
  "contact/*": ["plans.current", "companies.account"],
  "user/changed": ["companies.firstSteps", "users", "sessions", "tokens", "plans.current", "contacts.history"],
  "session/started": ["sessions"],
  "session/ended": ["sessions"],
  "session/refused": [],
  "export/made": [],
  "token/changed": ["tokens"],
  "phase/changed": ["phases", "conversations.byPhase", "conversations.columnTotals"],
  "tag/changed": ["tags"],
  "channel/changed": ["companies.firstSteps", "channels", "chatbots", "plans.current"],
  "channel/import": ["channels.import"],
  "chatbot/changed": ["companies.firstSteps", "chatbots", "channels"],
  "chatbot/draft": ["chatbots.draft"],
  "chatbot/called": ["chatbots.fulfillmentCalls"],
  "trigger/changed": ["triggers"],
  "conversation/gone": ["chatbots.fulfillmentCalls"],
  "company/changed": ["companies", "plans", "users"],
  "view/changed": ["views", "conversations.viewCounts"],
  "webhook/changed": ["webhooks"],
  "integration/changed": [],
  "template/changed": ["templates", "campaigns"],
  "template/sending": ["templates.usage"],
  "template/sync": [],
  "campaign/run": [],
  "notification/changed": ["notifications"],
  "campaign/changed": ["campaigns", "templates.usage"],
  "task/changed": ["tasks"],
  "task/due": ["tasks"],
  "scheduled/changed": ["scheduled"],
};

for (const [type, procedures] of Object.entries(outdated)) {
  if (procedures.length > 0) registerFold({ types: [type], apply: (cache) => refreshAll(cache, procedures) });
}

const comings: ReadonlySet<string> = new Set(["conversation/created", "conversation/imported"]);

/** A contact shows what its visitor said last, and usage counts conversations: both follow at a slow pace. */
registerFold({
  types: ["conversation/row", "conversation/gone"],
  apply: (cache, events) => {
    const contacts = new Set<unknown>(events.map(({ contactId }) => contactId));
    const both = [...cache.of("contacts"), ...cache.of("notes")];
    const about = both.filter(({ input }) => !("contactId" in input) || contacts.has(input.contactId));
    const coming = events.some(
      ({ type, causes }) => type === "conversation/gone" || causes?.some((cause) => comings.has(cause)),
    );
    cache.refresh(about, true);
    cache.refresh(cache.of("companies.firstSteps"), true);
    const counted = [...cache.of("plans.current"), ...cache.of("companies.account"), ...cache.of("contacts")];
    if (coming) cache.refresh(counted, true);
  },
});

/** Whatever happens stands in the audit log, but for messages. */
registerFold({
  types: ["*"],
  apply: (cache, events) => {
    const told = ({ type, causes }: (typeof events)[number]) =>
      !type.startsWith("message/") && (causes === undefined || causes.some((cause) => !cause.endsWith("/message")));
    if (events.some(told)) cache.refresh(cache.of("audit.list"), true);
  },
});

function refreshAll(cache: LiveCache, procedures: readonly string[]): void {
  for (const procedure of procedures) cache.refresh(cache.of(procedure));
}
