import type { ChannelLook } from "#server/channels/schema.ts";

type Appearance = ChannelLook["inherited"];

/** What the form of a channel holds while it is edited. */
export type ChannelDraft = {
  label: string;
  chatbotId: string;
  appearance: Appearance;
  /** One per line, as typed. */
  origins: string;
  identityRequired: boolean;
  humanAgent: boolean;
};

export function draftOf({ channel, inherited }: ChannelLook): ChannelDraft {
  return {
    label: channel.label,
    chatbotId: channel.chatbot?.id ?? "",
    appearance: { ...inherited, ...channel.settings.appearance },
    origins: channel.settings.allowedOrigins.join("\n"),
    identityRequired: channel.settings.identityRequired,
    humanAgent: channel.settings.humanAgent ?? false,
  };
}

/** Channels on which people may answer longer than the bot. */
export function isTagged(type: ChannelLook["channel"]["type"]): boolean {
  return type === "FACEBOOK" || type === "INSTAGRAM";
}

export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Only what differs from the chatbot's own stays with the channel; null gives a key back. */
export function overridesOf(
  draft: Appearance,
  inherited: Appearance,
): Record<string, string | number | boolean | null> {
  const own = Object.entries(draft);
  return Object.fromEntries(own.map(([key, value]) => [key, value === Reflect.get(inherited, key) ? null : value]));
}
