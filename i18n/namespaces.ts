import type actions from "./en/actions.json";
import type assignment from "./en/assignment.json";
import type audit from "./en/audit.json";
import type calendars from "./en/calendars.json";
import type campaigns from "./en/campaigns.json";
import type channels from "./en/channels.json";
import type chatbotSettings from "./en/chatbot-settings.json";
import type chatbots from "./en/chatbots.json";
import type companies from "./en/companies.json";
import type conditions from "./en/conditions.json";
import type contacts from "./en/contacts.json";
import type conversations from "./en/conversations.json";
import type csat from "./en/csat.json";
import type factors from "./en/factors.json";
import type failures from "./en/failures.json";
import type fault from "./en/fault.json";
import type fields from "./en/fields.json";
import type flows from "./en/flows.json";
import type frame from "./en/frame.json";
import type fulfillment from "./en/fulfillment.json";
import type funnel from "./en/funnel.json";
import type health from "./en/health.json";
import type histories from "./en/histories.json";
import type importing from "./en/importing.json";
import type inbound from "./en/inbound.json";
import type inbox from "./en/inbox.json";
import type integrations from "./en/integrations.json";
import type invitations from "./en/invitations.json";
import type joining from "./en/joining.json";
import type macros from "./en/macros.json";
import type mail from "./en/mail.json";
import type merging from "./en/merging.json";
import type messages from "./en/messages.json";
import type notifications from "./en/notifications.json";
import type outreach from "./en/outreach.json";
import type phases from "./en/phases.json";
import type pipeline from "./en/pipeline.json";
import type reference from "./en/reference.json";
import type reports from "./en/reports.json";
import type requests from "./en/requests.json";
import type retention from "./en/retention.json";
import type roles from "./en/roles.json";
import type rules from "./en/rules.json";
import type search from "./en/search.json";
import type sessions from "./en/sessions.json";
import type signup from "./en/signup.json";
import type simulator from "./en/simulator.json";
import type sla from "./en/sla.json";
import type tags from "./en/tags.json";
import type tasks from "./en/tasks.json";
import type teams from "./en/teams.json";
import type templates from "./en/templates.json";
import type tokens from "./en/tokens.json";
import type triggers from "./en/triggers.json";
import type ui from "./en/ui.json";
import type users from "./en/users.json";
import type views from "./en/views.json";
import type webhooks from "./en/webhooks.json";
import type weekHours from "./en/week-hours.json";
import type widget from "./en/widget.json";

/** One entry per file in i18n/en, i18n/es and i18n/pt; a new noun appends its name here and to `Messages`. */
export const namespaces = [
  "webhooks",
  "channels",
  "chatbots",
  "chatbot-settings",
  "flows",
  "conditions",
  "views",
  "users",
  "tokens",
  "tags",
  "triggers",
  "funnel",
  "phases",
  "companies",
  "contacts",
  "conversations",
  "failures",
  "fault",
  "frame",
  "fulfillment",
  "inbound",
  "inbox",
  "messages",
  "pipeline",
  "search",
  "sessions",
  "signup",
  "simulator",
  "ui",
  "widget",
  "reports",
  "requests",
  "audit",
  "health",
  "templates",
  "campaigns",
  "reference",
  "actions",
  "notifications",
  "tasks",
  "outreach",
  "teams",
  "merging",
  "assignment",
  "roles",
  "rules",
  "histories",
  "importing",
  "fields",
  "macros",
  "csat",
  "retention",
  "calendars",
  "week-hours",
  "sla",
  "mail",
  "invitations",
  "joining",
  "integrations",
  "factors",
] as const;

export type Messages = {
  calendars: typeof calendars;
  "week-hours": typeof weekHours;
  sla: typeof sla;
  mail: typeof mail;
  invitations: typeof invitations;
  joining: typeof joining;
  factors: typeof factors;
  webhooks: typeof webhooks;
  channels: typeof channels;
  chatbots: typeof chatbots;
  "chatbot-settings": typeof chatbotSettings;
  flows: typeof flows;
  views: typeof views;
  users: typeof users;
  tokens: typeof tokens;
  tags: typeof tags;
  triggers: typeof triggers;
  funnel: typeof funnel;
  phases: typeof phases;
  companies: typeof companies;
  conditions: typeof conditions;
  contacts: typeof contacts;
  conversations: typeof conversations;
  inbound: typeof inbound;
  inbox: typeof inbox;
  messages: typeof messages;
  failures: typeof failures;
  fault: typeof fault;
  frame: typeof frame;
  fulfillment: typeof fulfillment;
  pipeline: typeof pipeline;
  search: typeof search;
  sessions: typeof sessions;
  signup: typeof signup;
  simulator: typeof simulator;
  ui: typeof ui;
  widget: typeof widget;
  reports: typeof reports;
  requests: typeof requests;
  audit: typeof audit;
  health: typeof health;
  templates: typeof templates;
  campaigns: typeof campaigns;
  reference: typeof reference;
  actions: typeof actions;
  notifications: typeof notifications;
  tasks: typeof tasks;
  outreach: typeof outreach;
  teams: typeof teams;
  merging: typeof merging;
  assignment: typeof assignment;
  roles: typeof roles;
  rules: typeof rules;
  histories: typeof histories;
  importing: typeof importing;
  fields: typeof fields;
  macros: typeof macros;
  csat: typeof csat;
  retention: typeof retention;
  integrations: typeof integrations;
};

declare module "next-intl" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to
  interface AppConfig {
    Messages: Messages;
    Locale: "en" | "es" | "pt";
  }
}
