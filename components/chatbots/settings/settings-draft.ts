import { faultOf, hoursOf, officeWeek, type Week, weekOf } from "#components/calendars/week-hours.ts";
import { assignPriorities, type Language } from "#server/chatbots/choices.ts";
import type { Appearance, BusinessHours, ChatbotSettings } from "#server/chatbots/schema.ts";

export type WelcomeBack = NonNullable<ChatbotSettings["welcome_back_messages"]>[number];
type AssignWay = (typeof assignPriorities)[number];

export const specialNames = [
  "are_you_there",
  "finding_operator_start",
  "finding_operator_timeout",
  "restart_conversation",
] as const;
export type SpecialName = (typeof specialNames)[number];

/** What the form of a chatbot's settings holds while it is edited. */
export type SettingsDraft = {
  chatbotName: string;
  title: string;
  lang: Language;
  tags: readonly string[];
  chained_messages: boolean;
  shut_up_message: string;
  special_messages: Readonly<Record<SpecialName, readonly string[]>>;
  are_you_there: number;
  close_conversation_after: number;
  businessHoursConfiguration: { on: boolean; timeZone: string; week: Week };
  /** All ways in their order; those that are off are left out when it is stored. */
  assign_priority: readonly { way: AssignWay; on: boolean }[];
  global_fulfillment_url: string;
  welcome_back_messages: readonly WelcomeBack[];
  channels: readonly string[];
  appearance: Appearance;
};

export type DraftKey = keyof SettingsDraft;
export type ChangeSettings = (part: Partial<SettingsDraft>) => void;

/** What a chatbot's settings are read from. */
export type SettingsSource = {
  settings: ChatbotSettings;
  channels: readonly string[];
  appearance: Appearance;
  /** The company's, until the chatbot has one of its own. */
  timeZone: string;
};

const listOf = (words: string | readonly string[] | undefined) => [words ?? []].flat();
const filled = (texts: readonly string[]) => texts.filter((text) => text.trim() !== "");

function hoursDraft(hours: BusinessHours | undefined, timeZone: string): SettingsDraft["businessHoursConfiguration"] {
  const on = (hours?.businessHours.length ?? 0) > 0;
  return { on, timeZone: hours?.timeZone ?? timeZone, week: hours && on ? weekOf(hours.businessHours) : officeWeek };
}

export function draftOf({ settings, channels, appearance, timeZone }: SettingsSource): SettingsDraft {
  const special = settings.special_messages;
  const ways = [...new Set(settings.assign_priority ?? assignPriorities)];
  return {
    chatbotName: settings.chatbotName ?? "",
    title: settings.title ?? "",
    lang: settings.lang ?? "en",
    tags: settings.tags ?? [],
    chained_messages: settings.chained_messages ?? true,
    shut_up_message: settings.shut_up_message ?? "",
    special_messages: {
      are_you_there: listOf(special?.are_you_there),
      finding_operator_start: listOf(special?.finding_operator_start),
      finding_operator_timeout: listOf(special?.finding_operator_timeout),
      restart_conversation: listOf(special?.restart_conversation),
    },
    are_you_there: settings.are_you_there?.send_after ?? 0,
    close_conversation_after: settings.close_conversation_after ?? 0,
    businessHoursConfiguration: hoursDraft(settings.businessHoursConfiguration, timeZone),
    assign_priority: [
      ...ways.map((way) => ({ way, on: true })),
      ...assignPriorities.filter((way) => !ways.includes(way)).map((way) => ({ way, on: false })),
    ],
    global_fulfillment_url: settings.global_fulfillment_url ?? "",
    welcome_back_messages: settings.welcome_back_messages ?? [],
    channels: channels.toSorted(),
    appearance,
  };
}

/** A rule without empty texts; a message without a text would hide the usual one. */
function spokenRule(rule: WelcomeBack): WelcomeBack {
  const messages = rule.messages.map((message) => ({ ...message, text: filled(message.text) }));
  return { ...rule, messages: messages.filter(({ text }) => text.length > 0) };
}

/** The draft as it is stored; keys of others inside the same objects are kept. */
export function storedOf(draft: SettingsDraft, before: ChatbotSettings) {
  const { on, timeZone, week } = draft.businessHoursConfiguration;
  const special = Object.fromEntries(specialNames.map((name) => [name, filled(draft.special_messages[name])]));
  return {
    ...draft,
    chatbotName: draft.chatbotName.trim(),
    title: draft.title.trim(),
    global_fulfillment_url: draft.global_fulfillment_url.trim(),
    special_messages: { ...before.special_messages, ...special },
    are_you_there: { ...before.are_you_there, send_after: draft.are_you_there },
    businessHoursConfiguration: {
      ...before.businessHoursConfiguration,
      timeZone,
      businessHours: on ? hoursOf(week) : [],
    },
    assign_priority: draft.assign_priority.filter((one) => one.on).map(({ way }) => way),
    welcome_back_messages: draft.welcome_back_messages.map(spokenRule),
    channels: draft.channels.toSorted(),
  };
}

const keys: readonly DraftKey[] = [
  "chatbotName",
  "title",
  "lang",
  "tags",
  "chained_messages",
  "shut_up_message",
  "special_messages",
  "are_you_there",
  "close_conversation_after",
  "businessHoursConfiguration",
  "assign_priority",
  "global_fulfillment_url",
  "welcome_back_messages",
  "channels",
  "appearance",
];

/** Where two drafts would be stored differently. */
export function changedKeys(draft: SettingsDraft, saved: SettingsDraft, before: ChatbotSettings): DraftKey[] {
  const one = storedOf(draft, before);
  const other = storedOf(saved, before);
  return keys.filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]));
}

/** What others saved, merged with the changes made here; `clashes` lists where both changed the same. */
export function rebased(
  draft: SettingsDraft,
  saved: SettingsDraft,
  fresh: SettingsDraft,
  before: ChatbotSettings,
): { draft: SettingsDraft; clashes: DraftKey[] } {
  const mine = changedKeys(draft, saved, before);
  const theirs = changedKeys(fresh, saved, before);
  const apart = changedKeys(draft, fresh, before);
  const own = Object.fromEntries(mine.map((key) => [key, draft[key]]));
  return {
    draft: { ...fresh, ...own },
    clashes: mine.filter((key) => theirs.includes(key) && apart.includes(key)),
  };
}

export function isWeekSound({ on, week }: SettingsDraft["businessHoursConfiguration"]): boolean {
  return !on || Object.values(week).every((spans) => faultOf(spans) === undefined);
}
