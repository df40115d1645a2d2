/** Who reads and writes each table: a noun, or the part of the machinery that keeps it. */
export const owners = {
  core: ["events"],
  kit: ["idempotency_keys", "processes"],
  jobs: ["worker_heartbeats", "list_counters", "list_counter_deltas"],
  relay: ["event_positions"],
  realtime: ["presences"],
  integrations: ["integrations"],
  views: ["saved_views", "canned_responses"],
  requests: ["api_requests", "api_usage"],
  plans: ["plans"],
  sessions: ["user_sessions", "user_identities", "used_choices", "login_attempts"],
  tokens: ["api_tokens"],
  users: ["users"],
  uploads: ["uploads"],
  notes: ["notes"],
  contacts: ["contacts", "contact_search", "contact_links"],
  conversations: [
    ...["conversations", "conversation_activity", "conversation_tags", "conversation_search", "conversation_reads"],
    "conversation_mentions",
  ],
  messages: ["messages", "message_links", "message_sends", "held_statuses"],
  phases: ["phases"],
  tags: ["operator_tags"],
  chatbots: [
    ...["chatbots", "chatbot_drafts", "chatbot_versions", "assignment_rotations"],
    ...["fulfillment_calls", "fulfillment_waits"],
  ],
  channels: [
    ...["channels", "channel_identities", "channel_imports", "import_items", "inbound_payloads"],
    ...["simulator_objects", "simulator_messages", "simulator_callbacks"],
  ],
  triggers: ["triggers"],
  visitors: ["visitor_sessions"],
  companies: ["companies"],
  templates: ["templates", "company_numbers", "campaign_messages"],
  tasks: ["tasks"],
  scheduled: ["scheduled_messages"],
  campaigns: ["campaigns"],
  actions: ["bulk_jobs", "bulk_rows"],
  notifications: ["notifications", "notification_preferences", "push_devices"],
  webhooks: [
    ...["webhooks", "webhook_deliveries", "webhook_attempts", "webhook_health", "webhook_hours"],
    ...["webhook_cursor", "webhook_recoveries"],
  ],
} as const;

/** Parts whose purpose is to look across nouns. */
export const across: Record<string, string> = {
  audit: "names what each deed was about, as it is called today",
  demo: "writes a company's past, which no operation can",
  erasures: "takes a person out of everything that was told",
  health: "counts what waits, of everything",
  jobs: "deletes what has been kept long enough",
  relay: "reads events with what their consumers ask of a message",
};
