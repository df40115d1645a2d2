import { type ChannelLook, channelSettingsSchema } from "#server/channels/schema.ts";
import { appearanceSchema } from "#server/chatbots/schema.ts";

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

/** The first line, from 1, that is no website; undefined when all are. */
export function originsFault(text: string): number | undefined {
  const lines = text.split("\n");
  const index = lines.findIndex((line) => {
    const origin = line.trim();
    return origin !== "" && !channelSettingsSchema.shape.allowedOrigins.safeParse([origin]).success;
  });
  return index === -1 ? undefined : index + 1;
}

/** Only what differs from the chatbot's own stays with the channel; null gives a key back. */
export function overridesOf(
  draft: Appearance,
  inherited: Appearance,
): Record<string, string | number | boolean | null> {
  const keys = appearanceSchema.keyof().options;
  return Object.fromEntries(keys.map((key) => [key, draft[key] === inherited[key] ? null : draft[key]]));
}
