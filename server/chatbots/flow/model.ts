import type { Language } from "../choices.ts";
import type { PlacedAnswer } from "../fulfillment/schema.ts";
import type { ChatbotSettings, QuestionNode } from "../schema.ts";
import type { SlotWrites } from "./answers.ts";
import type { FlowChannel } from "./condition-schema.ts";
import type { FlowState } from "./state-schema.ts";
import type { FlowTrigger } from "./triggers.ts";

/** What a turn of the flow engine takes and gives. */

export type FlowContext = {
  nodes: readonly QuestionNode[];
  settings: ChatbotSettings;
  state: FlowState;
  now: Date;
  /** 0 to 1, picks one text of several where they are not chained. */
  random: () => number;
  /** The company's country, for phone numbers without a prefix. */
  country?: string;
  channel?: FlowChannel;
  channelId?: string;
  /** The visitor's language; once known it stays with the conversation. */
  language?: Language;
  /** Overrides the business hours. */
  open?: boolean;
  /** No one of the team is online: `offline-mode` texts apply. */
  offline?: boolean;
  /** Tags of the conversation, for conditions. */
  tags?: readonly string[];
  /** Tried in order before the flow. */
  triggers?: readonly FlowTrigger[];
  /** What the customer's endpoints have answered in this turn, each merged and cleaned, in the order they were asked. */
  answers?: readonly PlacedAnswer[];
  /** What has happened since the bot's last turn. */
  since?: FlowSince;
};

export type FlowSince = {
  /** Minutes between the last message before and this one. */
  silentMinutes?: number;
  /** A person has written in the conversation. */
  intervened?: boolean;
  /** It had been closed. */
  reopened?: boolean;
  /** The bot had been off. */
  resumed?: boolean;
};

export type FlowMessage = { text: string; imageUrl?: string; options: string[] };

export type TraceEvent = "entered" | "answered" | "retried" | "skipped" | "jumped" | "gave_up";
export type FlowTrace = { node: string; event: TraceEvent };

export type FlowResult = {
  state: FlowState;
  messages: FlowMessage[];
  writes: SlotWrites;
  /** Business tags: of the nodes answered (NONE: entered) and of the trigger that fired. */
  tags: string[];
  operatorNeeded: boolean;
  trace: FlowTrace[];
  /** User ids of the node or trigger that matched last. */
  assign: string[];
  /** Id of the trigger that fired. */
  fired: string | null;
  /** The endpoint's stopChat or a trigger suppressed the next question. */
  stopped: boolean;
  /** A trigger says that this message makes no contact. */
  ignoreLead: boolean;
  /** Jump targets that the list does not have. */
  ignored: { source: "fulfillment" | "trigger" | "node"; target: string }[];
};
