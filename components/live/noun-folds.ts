import type { EventType } from "#server/core/events/table.ts";
import { registerFold } from "./folds.ts";
import type { LiveCache } from "./live-cache.ts";

/** Nothing on a screen shows what these tell. */
type Unshown =
  | "session/refused"
  | "session/reset_requested"
  | "export/made"
  | "import/started"
  | "answer/used"
  | "template/sync"
  | "campaign/run"
  | "channel/health_changed"
  | "template/status_changed"
  | "campaign/finished"
  | "sla/met"
  | "sla/warning"
  | "sla/breached"
  | "csat/asked"
  | "visitor/session_ended";

type NounEvent = Exclude<EventType, `${"conversation" | "message" | "contact"}/${string}` | Unshown>;

/** What each change makes old, for nouns whose screens are small enough to be fetched again. */
const outdated: Readonly<Record<NounEvent | "contact/*" | "conversation/gone", readonly string[]>> = {
  "contact/*": ["plans.current", "companies.account", "answers.values", "merges"],
  "user/changed": [
    "companies.firstSteps",
    "reports.live",
    "users",
    "sessions",
    "tokens",
    "plans.current",
    "contacts.history",
    "assignment",
    "answers.values",
  ],
  "invitation/changed": ["invitations"],
  "session/started": ["sessions"],
  "session/ended": ["sessions"],
  "session/factor_changed": ["sessions", "users.profile"],
  "session/preview_started": ["sessions"],
  "session/preview_ended": ["sessions"],
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
  "import/history_started": ["imports.histories"],
  "import/changed": ["imports", "contacts", "plans.current", "companies.account", "conversations.viewCounts"],
  "company/changed": ["companies", "plans", "users", "reports.listSaved", "reports.getSaved"],
  "view/changed": ["views", "conversations.viewCounts"],
  "report/changed": ["reports.listSaved", "reports.getSaved"],
  "answer/changed": ["answers"],
  "macro/changed": ["macros"],
  "rule/changed": ["rules"],
  "rule/ran": ["rules.runs"],
  "webhook/changed": ["webhooks"],
  "template/changed": ["templates", "campaigns"],
  "template/sending": ["templates.usage"],
  "notification/changed": ["notifications"],
  "campaign/changed": ["campaigns", "templates.usage"],
  "task/changed": ["tasks"],
  "task/due": ["tasks"],
  "scheduled/changed": ["scheduled"],
  "role/changed": ["roles", "users"],
  "team/changed": ["teams", "views", "conversations.viewCounts", "assignment"],
  "assignment/changed": ["assignment"],
  "calendar/changed": ["calendars"],
  "retention/changed": ["retention"],
  "retention/hold": ["retention"],
  "erasure/changed": ["erasures"],
  "field/changed": ["fields"],
  "availability/changed": ["assignment.workload", "assignment.availability", "reports.live"],
  "sla/changed": ["sla"],
  "integration/changed": ["integrations"],
  "csat/changed": ["csat.settings"],
  "csat/received": ["csat.list"],
};

for (const [type, procedures] of Object.entries(outdated)) {
  registerFold({ types: [type], apply: (cache) => refreshAll(cache, procedures) });
}

const comings: ReadonlySet<string> = new Set(["conversation/created", "conversation/imported", "conversation/merged"]);

/** A contact shows what its visitor said last, and usage counts conversations: both follow at a slow pace. */
registerFold({
  types: ["conversation/row", "conversation/gone"],
  apply: (cache, events) => {
    const contacts = new Set<unknown>(events.map(({ contactId }) => contactId));
    const known = [...cache.of("contacts"), ...cache.of("notes"), ...cache.of("merges")];
    const about = known.filter(({ input }) => !("contactId" in input) || contacts.has(input.contactId));
    const coming = events.some(
      ({ type, causes }) => type === "conversation/gone" || causes?.some((cause) => comings.has(cause)),
    );
    cache.refresh(about, true);
    cache.refresh(cache.of("companies.firstSteps"), true);
    cache.refresh(cache.of("assignment.workload"), true);
    const counted = [...cache.of("plans.current"), ...cache.of("companies.account"), ...cache.of("contacts")];
    if (coming) cache.refresh(counted, true);
  },
});

/** Who waits and who holds what: each change of a conversation may move it. */
registerFold({
  types: ["conversation/*", "message/*"],
  apply: (cache) => cache.refresh([...cache.of("reports.live"), ...cache.of("reports.waiting")]),
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
