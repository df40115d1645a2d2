import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";
import type { ConversationRow } from "#server/conversations/row.ts";
import { rows, sql } from "#server/db/sql.ts";
import type { Plan } from "./fulfillment-planning.ts";
import type { FulfillmentRequest } from "./fulfillment-schema.ts";

const historyMessages = 100;
const historyCharacters = 64 * 1024;

type LoggedRow = { fromType: string; text: string; attachments: { image_url: string }[] };

/** What was said, an address standing for a picture without words. */
export function wordsOf({ text, attachments }: Pick<LoggedRow, "text" | "attachments">): string {
  return text || (attachments[0]?.image_url ?? "");
}

/** The newest messages of one side up to a seq, oldest first; as many as fit. */
async function history(conversation: ConversationRow, fromType: "visitor" | "robot", upTo: number) {
  const found = await rows<LoggedRow>(sql`
    select "fromType", "text", "attachments" from messages
    where "companyId" = ${conversation.companyId} and "conversationId" = ${conversation.id}
      and "fromType" = ${fromType} and "seq" <= ${upTo}
    order by "companyId", "conversationId", "seq" desc limit ${historyMessages}`);
  let left = historyCharacters;
  const kept = found.filter((one) => {
    left -= wordsOf(one).length;
    return left >= 0;
  });
  return kept.reverse().map((one) => ({ sender: fromType, message: wordsOf(one), text: wordsOf(one) }));
}

function phoneForms(phone: string, country: string | undefined) {
  const parsed = parsePhoneNumberFromString(phone, country && isSupportedCountry(country) ? country : undefined);
  return {
    national_format: parsed?.formatNational() ?? phone,
    international_format: parsed?.formatInternational() ?? "",
  };
}

function textIn(of: Record<string, unknown>, key: string): string {
  const value = of[key];
  return typeof value === "string" ? value : "";
}

const channelNames = { WEB: "WEBSITE", WHATSAPP: "WHATSAPP", FACEBOOK: "FACEBOOK", INSTAGRAM: "INSTAGRAM" } as const;

type Asked = {
  conversation: ConversationRow;
  chatbot: { name: string };
  message: { seq: number; text: string; attachments: { image_url: string }[] };
  plan: Plan;
  tries: number;
  country: string | undefined;
};

/** The body of the call (I1): everything as it stands when the visitor's message is being answered. */
export async function buildRequest(asked: Asked): Promise<FulfillmentRequest> {
  const { conversation, chatbot, message, plan, tries, country } = asked;
  const { name, email, phone, custom } = plan.slots;
  return {
    channel: channelNames[conversation.channel],
    visitorId: conversation.visitorId,
    chatbotName: chatbot.name,
    companyId: conversation.companyId,
    websiteId: conversation.channelId,
    conversationId: conversation.id,
    message: wordsOf(message),
    flow: plan.flow,
    flow_state: { last_question_id: plan.lastQuestionId, retry_count: tries },
    status: conversation.status === "closed" ? "CLOSED" : "ACTIVE",
    collected_data: {
      name: { value: name },
      email: { value: email },
      phone: phoneForms(phone, country),
      custom,
    },
    conversation_context: conversation.conversationContext,
    chat_log: await history(conversation, "visitor", message.seq),
    response_log: await history(conversation, "robot", conversation.lastSeq),
    tags: conversation.tags,
    visitorData: { url: conversation.url, igUsername: textIn(conversation.conversationContext, "igUsername") },
    creation_date: conversation.createdAt.toISOString(),
    last_interaction_date: (conversation.lastMessageAt ?? conversation.createdAt).toISOString(),
  };
}
