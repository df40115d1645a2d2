/** Events that tell of a conversation. Of contacts: of the one that goes on with them. */
export const ruleEvents = [
  "conversation/created",
  "conversation/message",
  "conversation/updated",
  "conversation/operator_assigned",
  "conversation/note",
  "conversation/archived",
  "conversation/contact",
  "conversation/phase_changed",
  "conversation/tag_added",
  "conversation/tag_removed",
  "conversation/snoozed",
  "conversation/unsnoozed",
  "conversation/handed_over",
  "message/status",
  "contact/created",
  "contact/updated",
  "contact/status_changed",
  "contact/operator_assigned",
  "contact/tag_added",
  "contact/merged",
  "task/due",
  "sla/warning",
  "sla/breached",
  "csat/received",
] as const;

/** A time since something, or before it. */
export const ruleTimes = ["no_human_answer", "no_customer_answer", "in_phase", "window_closing", "date_field"] as const;
type RuleTime = (typeof ruleTimes)[number];

export const ruleTriggerTypes = [...ruleEvents, ...ruleTimes] as const;
export type RuleTriggerType = (typeof ruleTriggerTypes)[number];

export const isTime = (type: string): type is RuleTime => ruleTimes.some((one) => one === type);

/** Whose messages set a rule off. */
export const messageAuthors = ["visitor", "team", "bot", "any"] as const;
export type MessageAuthor = (typeof messageAuthors)[number];

/** Which ratings set a rule off. */
export const ruleRatings = ["good", "bad", "any"] as const;
export type RuleRating = (typeof ruleRatings)[number];

/** first: no later rule is looked at for the same cause; all: the others are looked at too. */
export const ruleModes = ["first", "all"] as const;
export type RuleMode = (typeof ruleModes)[number];

export const maxRules = 200;
/** A rule does not run on what a rule of this depth did. */
export const maxDepth = 3;
/** So often in an hour a rule runs in one conversation where no person or program set it off. */
export const maxUnasked = 10;
/**
 * So often in an hour, while the visitor is silent, where a program did: what a rule tells one by a webhook may have it
 * do what sets the rule off again, and nothing that comes back names the rule.
 */
export const maxByPrograms = 30;
/**
 * So often where programs write for the visitor too, until the visitor is heard otherwise: more than a person says in an
 * hour through one that relays them.
 */
export const maxRelayed = 120;
/** A year. */
export const maxMinutes = 525_600;
export const dryRunDays = 7;
