import type { z } from "zod";
import { AppError, invalidField } from "#server/base/errors.ts";
import { channelsOf } from "#server/channels/access.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { type ChatbotRow, readableChatbot } from "../access.ts";
import { sampleRequest } from "../flow/fulfillment-sample.ts";
import { chatbotSettingsSchema } from "../schema.ts";
import { callEndpoint } from "./calling.ts";
import { mayInspect, readableCall } from "./inspecting.ts";
import { fulfillmentCallInput, fulfillmentTrialSchema, testFulfillmentInput } from "./schema.ts";

// These call other servers, which no transaction may wait for: they are queries, which run outside of one.

/** Tries of one company at once: each may take 8 seconds. */
const maxTries = 10;
const trying = new Map<string, number>();

async function attempt(
  actor: Actor,
  url: string,
  request: Record<string, unknown>,
): Promise<z.input<typeof fulfillmentTrialSchema>> {
  const { companyId } = actor;
  const others = trying.get(companyId) ?? 0;
  if (others >= maxTries)
    throw new AppError("rate_limited", { message: "Wait until the running test calls have ended." });
  trying.set(companyId, others + 1);
  try {
    const flow = typeof request.flow === "number" ? request.flow : 0;
    const call = { source: "global", nodeName: "", flow, url } as const;
    const { call: _call, ...result } = await callEndpoint(call, request, { owner: companyId });
    return { ...result, url, request: JSON.stringify(request, null, 2) };
  } finally {
    const left = (trying.get(companyId) ?? 1) - 1;
    if (left > 0) trying.set(companyId, left);
    else trying.delete(companyId);
  }
}

/** Sends a kept call's request to its address again. Nothing of the answer is applied or kept. */
export const rerunFulfillment = query({
  name: "chatbots.rerunFulfillment",
  access: "websites_write",
  whileSeeing: "refused",
  input: fulfillmentCallInput,
  output: fulfillmentTrialSchema,
  example: (given) => ({ chatbotId: given.chatbotId ?? "", callId: given.fulfillmentCallId ?? "" }),
  async run({ actor, input }) {
    mayInspect(actor);
    const call = await readableCall(actor, input.chatbotId, input.callId);
    return attempt(actor, call.url, call.request);
  },
});

async function sampleFor(actor: Actor, chatbot: ChatbotRow, now: Date): Promise<Record<string, unknown>> {
  const served = (await channelsOf(actor)).find((channel) => channel.chatbotId === chatbot.id);
  const chatbotName = chatbotSettingsSchema.safeParse(chatbot.settings).data?.chatbotName || chatbot.title;
  return sampleRequest({ companyId: actor.companyId, websiteId: served?.id ?? "", chatbotName, flow: 1, now });
}

/** Sends a sample, or what the caller composed, to an endpoint. Nothing of the answer is applied or kept. */
export const testFulfillment = query({
  name: "chatbots.testFulfillment",
  access: "websites_write",
  whileSeeing: "refused",
  input: testFulfillmentInput,
  output: fulfillmentTrialSchema,
  example: (given) => ({ chatbotId: given.chatbotId ?? "", url: "https://198.51.100.7/fulfillment" }),
  async run({ actor, input, now }) {
    const chatbot = await readableChatbot(actor, input.chatbotId);
    const set = chatbotSettingsSchema.safeParse(chatbot.settings).data?.global_fulfillment_url;
    const url = input.url || set || "";
    if (url === "") throw invalidField("url", "The chatbot has no global address: give one.", "required");
    return attempt(actor, url, input.request ?? (await sampleFor(actor, chatbot, now)));
  },
});
