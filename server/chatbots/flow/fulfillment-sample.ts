import type { FulfillmentRequest } from "../fulfillment/schema.ts";

type About = { companyId: string; websiteId: string; chatbotName: string; flow: number; now: Date };

/** A request with every field filled, as an endpoint would get it in the middle of a conversation. */
export function sampleRequest({ companyId, websiteId, chatbotName, flow, now }: About): FulfillmentRequest {
  const message = "I need a quote for two people";
  const begun = new Date(now.getTime() - 60_000).toISOString();
  const saidBy = (sender: string, text: string) => ({ sender, message: text, text });
  return {
    channel: "WEBSITE",
    visitorId: "sample-visitor",
    chatbotName,
    companyId,
    websiteId,
    conversationId: "sample-conversation",
    message,
    flow,
    flow_state: { last_question_id: flow, retry_count: 0 },
    status: "ACTIVE",
    collected_data: {
      name: { value: "Ana Silva" },
      email: { value: "ana@example.com" },
      phone: { national_format: "(212) 555-0147", international_format: "+1 212 555 0147" },
      custom: { reason: message },
    },
    conversation_context: {},
    chat_log: [saidBy("visitor", message)],
    response_log: [saidBy("robot", "Hi, welcome. How can we help you?")],
    tags: ["sample"],
    visitorData: { url: "https://www.example.com/prices", igUsername: "" },
    creation_date: begun,
    last_interaction_date: now.toISOString(),
  };
}
