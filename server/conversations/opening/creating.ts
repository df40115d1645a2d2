import { AppError, invalidField } from "#server/base/errors.ts";
import { isId, newId } from "#server/base/ids.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { json, row, sql } from "#server/db/sql.ts";
import { entryPhase } from "#server/phases/access.ts";
import type { ChannelName } from "../choices.ts";
import { judgeAnew } from "../clocks/following.ts";
import type { ConversationRow, StoredParticipant } from "../row.ts";
import { type Attribution, type ContactLink, conversationSchema, createConversationInput } from "../schema.ts";
import { eventChannel, eventConversation, viewConversation } from "../viewing.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;
type ServingChannel = { id: string; type: string; chatbotId: string | null; robot: string | null };

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

async function servingChannel(companyId: string, channelId: string): Promise<ServingChannel | undefined> {
  if (!isId(channelId)) return undefined;
  return row<ServingChannel>(sql`
    select c."id", c."type", c."chatbotId",
      case when b."enabled" and not b."muted" then b."title" end as "robot"
    from channels c left join chatbots b on b."companyId" = c."companyId" and b."id" = c."chatbotId"
    where c."companyId" = ${companyId} and c."id" = ${channelId} and c."deletedAt" is null`);
}

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
  const created = await row<ConversationRow>(sql`
    insert into conversations ("companyId", "id", "channelId", "channel", "windowed", "contactId", "contactLink", "phaseId",
      "phaseChangedAt", "visitorId", "visitorName", "visitorEmail", "visitorPhone", "participants", "url", "referrer",
      "utmSource", "utmMedium", "utmCampaign", "gclid", "gaClientId", "device", "createdAt", "updatedAt")
    values (${actor.companyId}, ${newId()}, ${channel.id}, ${name}, ${windowedTypes.has(channel.type)},
      ${conversation.contactId ?? null}, ${conversation.contactLink ?? "proven"}, ${phase.id}, ${now}, ${conversation.visitorId},
      ${conversation.visitorName ?? ""}, ${conversation.visitorEmail ?? ""}, ${conversation.visitorPhone ?? ""},
      ${json(participantsOf(conversation, channel))}, ${from.url ?? ""}, ${from.referrer ?? ""},
      ${from.utmSource ?? ""}, ${from.utmMedium ?? ""}, ${from.utmCampaign ?? ""}, ${from.gclid ?? ""},
      ${from.gaClientId ?? ""}, ${from.device ?? ""}, ${now}, ${now})
    returning *`);
  if (!created) throw new AppError("internal_error");
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
        ...(url ? { attribution: { url } } : {}),
      }),
    );
  },
});
