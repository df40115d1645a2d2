import type { z } from "zod";
import { aiEndpointsOf, chatbotsById } from "#server/chatbots/access.ts";
import { appearancePatch } from "#server/chatbots/schema.ts";
import { summarizeChatbot } from "#server/chatbots/viewing.ts";
import { env } from "#server/config/env.ts";
import type { Actor } from "#server/core/actor.ts";
import { assigneesOf, type ChannelRow, channelsOf } from "./access.ts";
import { numberIn } from "./outbound/addressing.ts";
import type { ChannelType, channelSchema } from "./schema.ts";

type View = z.input<typeof channelSchema>;

/** The platforms' links to a chat use a number or a user name, not the ids of their APIs. */
const links: Partial<Record<ChannelType, (channel: ChannelRow) => string | undefined>> = {
  WHATSAPP_API: ({ publicNumber }) => linkTo("https://wa.me/", numberIn(publicNumber)),
  WHATSAPP_BUSINESS: ({ publicNumber }) => linkTo("https://wa.me/", numberIn(publicNumber)),
  FACEBOOK: ({ externalId }) => linkTo("https://m.me/", externalId ?? ""),
  INSTAGRAM: ({ publicName }) => linkTo("https://ig.me/m/", /^[\w.]{1,30}$/.test(publicName) ? publicName : ""),
};

function linkTo(base: string, name: string): string | undefined {
  return name ? `${base}${encodeURIComponent(name)}` : undefined;
}

/** Where the chatbot can be tried; a platform that is not connected yet leads to where it gets connected. */
function testUrl(channel: ChannelRow): string {
  if (channel.type === "WEBSITE") return `${env.publicUrl}/widget/${channel.id}`;
  return links[channel.type]?.(channel) ?? `${env.publicUrl}/settings/channels`;
}

function overridesOf(settings: Record<string, unknown>): View["settings"]["appearance"] {
  const parsed = appearancePatch.safeParse(settings.appearance ?? {});
  return parsed.success ? parsed.data : {};
}

function viewChannel(channel: ChannelRow, chatbot: View["chatbot"]): View {
  const whatsapp = channel.type === "WHATSAPP_API" || channel.type === "WHATSAPP_BUSINESS";
  return {
    id: channel.id,
    type: channel.type,
    label: channel.label,
    connected: channel.connected,
    testChannelUrl: testUrl(channel),
    chatbot,
    ...(whatsapp ? { whatsappForm: channel.whatsappForm } : {}),
    ...(channel.type === "WHATSAPP_API" ? { disconnectionRequested: channel.disconnectionRequested } : {}),
    sandbox: channel.sandbox,
    settings: {
      appearance: overridesOf(channel.settings),
      allowedOrigins: channel.allowedOrigins,
      identityRequired: channel.identityRequired,
      assignees: assigneesOf(channel.settings),
      ...(channel.settings.humanAgent === true ? { humanAgent: true } : {}),
      ...(channel.settings.historyWebhooks === true ? { historyWebhooks: true } : {}),
    },
    createdAt: channel.createdAt,
    updatedAt: channel.updatedAt,
  };
}

/** How many connected channels each chatbot serves. */
function connectedOf(channels: readonly ChannelRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { chatbotId, connected } of channels)
    if (chatbotId && connected) counts.set(chatbotId, (counts.get(chatbotId) ?? 0) + 1);
  return counts;
}

/** The ChannelSite resources of `shown`, each with its chatbot. */
export async function viewChannels(actor: Actor, shown: readonly ChannelRow[]): Promise<View[]> {
  const ids = [...new Set(shown.flatMap((channel) => channel.chatbotId ?? []))];
  const chatbots = await chatbotsById(actor, ids);
  const connected = connectedOf(await channelsOf(actor));
  const aiEndpoints = chatbots.length > 0 ? await aiEndpointsOf(actor) : [];
  const summaries = new Map(
    chatbots.map((one) => [one.id, summarizeChatbot(one, connected.get(one.id) ?? 0, aiEndpoints)]),
  );
  return shown.map((channel) => viewChannel(channel, summaries.get(channel.chatbotId ?? "") ?? null));
}

export async function viewOneChannel(actor: Actor, channel: ChannelRow): Promise<View> {
  const [view] = await viewChannels(actor, [channel]);
  if (!view) throw new Error("one channel gives one view");
  return view;
}
