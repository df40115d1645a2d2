import type { ConversationStatus } from "#server/core/words.ts";
import type { ChannelName, Priority } from "./choices.ts";
import type { StoredClocks } from "./clocks/schema.ts";
import type { ConversationReferral } from "./opening/schema.ts";
import type { ContactLink, OperatorTagUse } from "./schema.ts";

export type StoredParticipant = {
  id: string;
  name: string;
  type: "robot" | "visitor" | "user" | "externalOperator";
  firstMessageAt: string | null;
  lastMessageAt: string | null;
};

/** A row of `conversations`, as the database gives it. */
export type ConversationRow = {
  companyId: string;
  id: string;
  channelId: string;
  channel: ChannelName;
  windowed: boolean;
  status: ConversationStatus;
  contactId: string | null;
  contactLink: ContactLink;
  phaseId: string;
  phaseChangedAt: Date;
  visitorId: string;
  visitorName: string;
  visitorEmail: string;
  visitorPhone: string;
  amount: number | null;
  tags: string[];
  operatorTags: OperatorTagUse[];
  assignedTo: string | null;
  teamId: string | null;
  preAssigned: string | null;
  persistentLastOperator: string | null;
  chatbotState: "ON" | "OFF";
  chatbotStateBy: string;
  chatbotStateAt: Date | null;
  flowState: Record<string, unknown>;
  /** Came whole from elsewhere: closed, read, never continued until a person opens it. */
  imported: boolean;
  /** The conversation that its messages went into. */
  mergedIntoId: string | null;
  isLead: boolean | null;
  closedAt: Date | null;
  closedBy: string;
  utmSource: string;
  utmMedium: string;
  utmCampaign: string;
  gaClientId: string;
  gclid: string;
  url: string;
  referrer: string;
  device: string;
  conversationContext: Record<string, unknown>;
  customFields: Record<string, unknown>;
  referral: ConversationReferral | null;
  participants: StoredParticipant[];
  lastMessage: string;
  lastMessageBy: string;
  lastMessageAt: Date | null;
  lastVisitorMessageAt: Date | null;
  lastVisitorSeq: number;
  freeEntryUntil: Date | null;
  waitingSince: Date | null;
  priority: Priority;
  snoozedUntil: Date | null;
  snoozedBy: string;
  returnedAt: Date | null;
  slaPolicyId: string | null;
  sla: StoredClocks | null;
  slaDueAt: Date | null;
  slaNextAt: Date | null;
  firstHumanMessageAt: Date | null;
  botSpoke: boolean;
  lastSeq: number;
  visitorReadSeq: number;
  createdAt: Date;
  updatedAt: Date;
};

/** Columns of type jsonb: written through json(). */
export const jsonColumns: ReadonlySet<string> = new Set([
  "operatorTags",
  "flowState",
  "conversationContext",
  "customFields",
  "participants",
  "referral",
  "sla",
]);
