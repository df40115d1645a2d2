import { AppError, invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { entryPhase } from "#server/phases/access.ts";
import type { ChannelName } from "../choices.ts";
import { judgeAnew } from "../clocks/following.ts";
import { linkBy } from "../linking/claims.ts";
import type { ConversationRow, StoredParticipant } from "../row.ts";
import { type Attribution, type ContactLink, conversationSchema, createConversationInput } from "../schema.ts";
import { eventChannel, eventConversation, viewConversation } from "../viewing.ts";
import { insertOpened, type ServingChannel, servingChannel } from "./rows.sql.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

export type NewConversation = {
  channelId: string;
  visitorId: string;
  visitorName?: string;
  visitorEmail?: string;
  visitorPhone?: string;
  contactId?: string | null;
  contactLink?: ContactLink;
  attribution?: Attribution;
};

const channelOfType: Record<string, ChannelName> = {
  WEBSITE: "WEB",
  WHATSAPP_API: "WHATSAPP",
  WHATSAPP_BUSINESS: "WHATSAPP",
  FACEBOOK: "FACEBOOK",
  INSTAGRAM: "INSTAGRAM",
};
const windowedTypes = new Set(["WHATSAPP_API", "FACEBOOK", "INSTAGRAM"]);

function participantsOf(conversation: NewConversation, channel: ServingChannel): StoredParticipant[] {
  const silent = { firstMessageAt: null, lastMessageAt: null };
  const visitor: StoredParticipant = {
    id: conversation.visitorId,
    name: conversation.visitorName ?? "",
    type: "visitor",
    ...silent,
  };
  if (channel.robot === null || !channel.chatbotId) return [visitor];
  return [visitor, { id: channel.chatbotId, name: channel.robot, type: "robot", ...silent }];
}

/** Makes a conversation (E2) and emits conversation/created; for the API, the widget and the other channels alike. */
export async function insertConversation(context: Context, conversation: NewConversation): Promise<ConversationRow> {
  const { actor, now, emit } = context;
  const channel = await servingChannel(actor.companyId, conversation.channelId);
  const name = channel && channelOfType[channel.type];
  if (!channel || !name) throw invalidField("channelId", "No such channel.", "unknown_reference");
  const phase = await entryPhase(actor);
  const from = conversation.attribution ?? {};
  const created = await insertOpened({
    companyId: actor.companyId,
    id: newId(),
    channelId: channel.id,
    channel: name,
    windowed: windowedTypes.has(channel.type),
    contactId: conversation.contactId ?? null,
    contactLink: conversation.contactLink ?? "proven",
    phaseId: phase.id,
    visitorId: conversation.visitorId,
    visitorName: conversation.visitorName ?? "",
    visitorEmail: conversation.visitorEmail ?? "",
    visitorPhone: conversation.visitorPhone ?? "",
    participants: participantsOf(conversation, channel),
    url: from.url ?? "",
    referrer: from.referrer ?? "",
    utmSource: from.utmSource ?? "",
    utmMedium: from.utmMedium ?? "",
    utmCampaign: from.utmCampaign ?? "",
    gclid: from.gclid ?? "",
    gaClientId: from.gaClientId ?? "",
    device: from.device ?? "",
    createdAt: now,
  });
  emit({
    type: "conversation/created",
    conversationId: created.id,
    channelId: created.channelId,
    contactId: created.contactId,
    data: { ...eventConversation(created), channel: eventChannel(created.channel), status: "ACTIVE" },
  });
  return judgeAnew(context, null, created);
}

/** POST /v1/conversations */
export const createConversation = command({
  name: "conversations.create",
  access: "chat_talk",
  input: createConversationInput,
  output: conversationSchema,
  example: (given) => ({
    channelId: given.channelId ?? "",
    companyId: given.companyId ?? "",
    channel: "WEB" as const,
    from: "visitor-81",
  }),
  async run(context) {
    const { actor, input } = context;
    if (input.companyId !== actor.companyId)
      throw new AppError("forbidden", { message: "The companyId is not yours." });
    const channel = await servingChannel(actor.companyId, input.channelId);
    if (!channel) throw invalidField("channelId", "No such channel.", "unknown_reference");
    if (channelOfType[channel.type] !== input.channel) {
      throw invalidField("channel", `The channel ${input.channelId} is not of ${input.channel}.`, "mismatch");
    }
    const { channelId, from, url, visitorName, visitorEmail, visitorPhone } = input;
    return viewConversation(
      await insertConversation(context, {
        channelId,
        visitorId: from,
        visitorName: visitorName ?? "",
        visitorEmail: visitorEmail ?? "",
        visitorPhone: visitorPhone ?? "",
        contactLink: await linkBy(actor, input),
        ...(url ? { attribution: { url } } : {}),
      }),
    );
  },
});
