import { isRecord } from "#components/live/records.ts";
import type { AuditEntry } from "#server/audit/schema.ts";
import type { EventType } from "#server/core/events/table.ts";

/** Event types that show by themselves what was done; null: the command's name shows it, or it is not in the log. */
export const toldByType = {
  "conversation/created": "conversationCreated",
  "conversation/updated": "conversationUpdated",
  "conversation/deleted": "conversationDeleted",
  "conversation/note": "conversationNote",
  "conversation/note_changed": "conversationNoteChanged",
  "conversation/archived": "conversationArchived",
  "conversation/contact": "conversationContact",
  "conversation/phase_changed": "conversationPhase",
  "conversation/tag_added": "conversationTagAdded",
  "conversation/tag_removed": "conversationTagRemoved",
  "conversation/snoozed": "conversationSnoozed",
  "conversation/unsnoozed": "conversationUnsnoozed",
  "contact/created": "contactCreated",
  "contact/updated": "contactUpdated",
  "contact/status_changed": "contactStatus",
  "contact/tag_added": "contactTagAdded",
  "contact/deleted": "contactDeleted",
  "contact/note": "contactNote",
  "contact/merged": "contactMerged",
  "contact/matched": "contactMerged",
  "import/started": "importStarted",
  "import/history_started": "historyStarted",
  "import/changed": null,
  "task/due": "taskDue",
  "conversation/handed_over": "conversationHandedOver",
  "channel/health_changed": "channelHealth",
  "template/status_changed": "templateStatus",
  "campaign/finished": "campaignFinished",
  "session/started": "signedIn",
  "session/refused": "signInRefused",
  "session/reset_requested": "resetRequested",
  "session/factor_changed": null,
  "session/ended": "sessionEnded",
  "session/preview_started": "previewStarted",
  "session/preview_ended": "previewEnded",
  "conversation/operator_assigned": null,
  "conversation/message": null,
  "conversation/read": null,
  "conversation/changed": null,
  "conversation/imported": null,
  "conversation/merged": "conversationMerged",
  "conversation/webhook_called": "webhookCalled",
  "message/changed": null,
  "message/command": null,
  "message/status": null,
  "contact/operator_assigned": null,
  "contact/changed": null,
  "user/changed": null,
  "invitation/changed": null,
  "export/made": null,
  "token/changed": null,
  "phase/changed": null,
  "tag/changed": null,
  "channel/changed": null,
  "channel/import": null,
  "chatbot/changed": null,
  "chatbot/draft": null,
  "chatbot/called": null,
  "trigger/changed": null,
  "company/changed": null,
  "view/changed": null,
  "report/changed": null,
  "answer/changed": null,
  "answer/used": null,
  "macro/changed": null,
  "field/changed": null,
  ...{ "rule/changed": null, "rule/ran": null },
  "integration/changed": null,
  "webhook/changed": null,
  "template/changed": null,
  "template/sync": null,
  "template/sending": null,
  "campaign/changed": null,
  "campaign/run": null,
  "task/changed": null,
  "team/changed": null,
  "role/changed": null,
  "assignment/changed": null,
  "calendar/changed": null,
  "retention/changed": "retentionChanged",
  "retention/hold": null,
  "erasure/changed": null,
  "sla/changed": null,
  "sla/met": "slaMet",
  "sla/warning": "slaWarning",
  "sla/breached": "slaBreached",
  "csat/changed": null,
  "csat/asked": null,
  "csat/received": "csatReceived",
  "availability/changed": null,
  "visitor/session_ended": null,
  "scheduled/changed": null,
  "notification/changed": null,
} as const satisfies Record<EventType, string | null>;

const exported = {
  conversations: "exportedConversations",
  contacts: "exportedContacts",
  campaign: "exportedCampaign",
  audit: "exportedAudit",
  person: "exportedPerson",
  reports: "exportedReports",
} as const satisfies Record<string, string>;
const exportOf: Readonly<Record<string, (typeof exported)[keyof typeof exported]>> = exported;

const factors = {
  enabled: "factorEnabled",
  disabled: "factorDisabled",
  codes_renewed: "factorCodesRenewed",
  recovery_used: "factorRecoveryUsed",
  passkey_added: "passkeyAdded",
  passkey_renamed: "passkeyRenamed",
  passkey_removed: "passkeyRemoved",
} as const satisfies Record<string, string>;
const factorDeeds: Readonly<Record<string, (typeof factors)[keyof typeof factors]>> = factors;

const roleDeeds: Partial<Record<Verb, "roleCreated" | "roleDeleted">> = {
  created: "roleCreated",
  deleted: "roleDeleted",
};

/** When a token that was made ends. */
export function untilOf({ changes }: AuditEntry["data"]): Date | undefined {
  const expiresAt = isRecord(changes) ? changes.expiresAt : undefined;
  const after = isRecord(expiresAt) ? expiresAt.after : undefined;
  return typeof after === "string" ? new Date(after) : undefined;
}

/** What a person or a role was and is, where the event says so. */
export function changesIn({ type, data }: Pick<AuditEntry, "type" | "data">) {
  const said = type === "user/changed" || type === "role/changed" ? data.changes : undefined;
  return isRecord(said) ? said : undefined;
}

/** A change with a command of its own is described by that command. */
export function toldByOperation({ type, operation, data }: Pick<AuditEntry, "type" | "operation" | "data">) {
  if (type === "session/ended") return data.own === true ? "signedOut" : undefined;
  if (type === "export/made") return exportOf[String(data.what)] ?? "exportedOther";
  if (type === "token/changed" && isRecord(data.changes)) {
    if (operation === "tokens.revoke") return "tokenRevoked";
    return untilOf(data) ? "tokenCreatedUntil" : "tokenCreated";
  }
  if (type === "role/changed" && isRecord(data.changes)) return roleDeeds[verbOf(operation)] ?? "roleChanged";
  if (type === "session/factor_changed") return factorDeeds[String(data.change)] ?? "factorDisabled";
  if (operation === "invitations.accept") return "invitationAccepted";
  if (operation === "users.resetPassword" && type === "user/changed") return "passwordResetByLink";
  if (type === "retention/hold") return data.released === true ? "holdReleased" : "holdBegun";
  if (type === "erasure/changed") return data.finished === true ? "erasureFinished" : "personErased";
  if (operation === "reports.mailDue") return "reportMailed";
  if (operation === "channels.revealIdentitySecret") return "secretRevealed";
  if (type === "user/changed" && operation === "users.create") return data.changes ? "userCreated" : undefined;
  if (type === "user/changed" && operation === "users.update") {
    if (data.password === "reset") return data.changes ? "passwordResetAndChanged" : "passwordReset";
    return data.changes ? "userChanged" : undefined;
  }
  if (type !== "conversation/updated") return undefined;
  if (operation === "conversations.open") return "conversationReopened";
  if (operation !== "conversations.switchChatbot") return undefined;
  return data.chatbotState === "OFF" ? "botOff" : "botOn";
}

/** Fields with a translation; others are shown by their name. */
export const fieldWords = [
  "name",
  "email",
  "phone",
  "rating",
  "subStatus",
  "address",
  "status",
  "amount",
  "lostReason",
  "visitorName",
  "visitorEmail",
  "visitorPhone",
  "chatbotState",
  "utmSource",
  "utmMedium",
  "utmCampaign",
  "teamId",
  ...(["role", "roleId", "active", "permissions", "readScope", "writeScope"] as const),
  ...(["channels", "unassigned", "maskedFields"] as const),
] as const;

export const nouns = [
  "user",
  "token",
  "phase",
  "tag",
  "channel",
  "chatbot",
  "company",
  "integration",
  "webhook",
  "template",
  "campaign",
  "trigger",
  "view",
  "report",
  "answer",
  "macro",
  "field",
  "rule",
  "task",
  "team",
  "assignment",
  "calendar",
  "sla",
  "role",
  "scheduled",
  "invitation",
] as const;
export type Noun = (typeof nouns)[number];

export const verbs = ["created", "deleted", "revoked", "deactivated", "rotated", "changed"] as const;
export type Verb = (typeof verbs)[number];

const verbPatterns: readonly [RegExp, Verb][] = [
  [/^(create|add|duplicate|copy)/i, "created"],
  [/^(delete|remove)/i, "deleted"],
  [/^revoke/i, "revoked"],
  [/^deactivate/i, "deactivated"],
  [/^rotate/i, "rotated"],
];

/** What the command of an event did, by its name: users.deactivate, phases.create. */
export function verbOf(operation: string): Verb {
  const name = operation.split(".")[1] ?? "";
  return verbPatterns.find(([pattern]) => pattern.test(name))?.[1] ?? "changed";
}

/** The subject of an event, by its type; undefined for a noun without a translation. */
export function nounOf({ type, operation }: Pick<AuditEntry, "type" | "operation">): Noun | undefined {
  const noun = type.split("/")[0];
  if (noun === "view" && operation.endsWith("Canned")) return "answer";
  return nouns.find((one) => one === noun);
}
