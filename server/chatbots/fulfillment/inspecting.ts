import { z } from "zod";
import { AppError, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { seesEverything } from "#server/conversations/access.sql.ts";
import { type Actor, can } from "#server/core/actor.ts";
import { maskValue } from "#server/core/masking.ts";
import { query } from "#server/core/operation.ts";
import { masksOf } from "#server/core/rights.ts";
import { readableChatbot } from "../access.ts";
import { flowStateSchema } from "../flow/state-schema.ts";
import { type CallRow, type CallSummary, findCall, findCalls, findSibling } from "./calls.sql.ts";
import {
  fulfillmentCallInput,
  fulfillmentCallSchema,
  fulfillmentCallSummarySchema,
  fulfillmentCallsInput,
  fulfillmentRequestSchema,
} from "./schema.ts";

/** Calls contain what visitors said, so only people who may read every conversation see them. */
export function mayInspect(actor: Actor): void {
  if (can(actor, "clients_read") && seesEverything(actor)) return;
  throw new AppError("forbidden", {
    message: "This needs the permission clients_read.",
    extra: { requiredPermissions: ["clients_read"] },
  });
}

/** Addresses of endpoints often contain a secret, so only people who may change them see them. */
function shownUrl(actor: Actor, url: string): string {
  if (can(actor, "websites_write") || !URL.canParse(url)) return url;
  const parsed = new URL(url);
  parsed.username = "";
  parsed.password = "";
  const hidden = [...parsed.searchParams.keys()].map((key) => `${encodeURIComponent(key)}=•••`);
  parsed.search = "";
  parsed.hash = "";
  return hidden.length > 0 ? `${parsed.href}?${hidden.join("&")}` : parsed.href;
}

const viewSummary = (actor: Actor, call: CallSummary): z.input<typeof fulfillmentCallSummarySchema> => ({
  ...call,
  url: shownUrl(actor, call.url),
});

/** The calls of a chatbot, newest first: the last 50 are kept (I5). */
export const listFulfillmentCalls = query({
  name: "chatbots.fulfillmentCalls",
  access: "websites_read",
  input: fulfillmentCallsInput,
  output: z.array(fulfillmentCallSummarySchema),
  example: (given) => ({ chatbotId: given.chatbotId ?? "" }),
  async run({ actor, input }) {
    mayInspect(actor);
    const chatbot = await readableChatbot(actor, input.chatbotId);
    const found = await findCalls(actor.companyId, chatbot.id, 50);
    return found.map((call) => viewSummary(actor, call));
  },
});

/** A kept call of this chatbot; not_found otherwise. */
export async function readableCall(actor: Actor, chatbotId: string, id: string): Promise<CallRow> {
  const chatbot = await readableChatbot(actor, chatbotId);
  const found = isId(id) ? await findCall(actor.companyId, chatbot.id, id) : undefined;
  if (!found) throw notFound("call");
  return found;
}

/** The call to the other address, where a turn asked both. */
async function siblingOf(actor: Actor, call: CallRow) {
  const found = await findSibling(actor.companyId, call);
  return found ? viewSummary(actor, found) : null;
}

const sentOrder = Object.keys(fulfillmentRequestSchema.shape);

/** As it came, or masked by its keys where it is JSON: in one text there are none. */
function asAnswered(actor: Actor, response: string | null): string | null {
  const masks = masksOf(actor);
  if (response === null || masks.length === 0) return response;
  const read = readJson(response);
  return read === undefined ? response : JSON.stringify(maskValue(read, masks), null, 2);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As it was sent: the database forgets the order of keys. */
function asSent(request: Record<string, unknown>): string {
  const place = (key: string) => (sentOrder.includes(key) ? sentOrder.indexOf(key) : sentOrder.length);
  const entries = Object.entries(request).sort(([a], [b]) => place(a) - place(b));
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

const slotsOf = (stored: Record<string, unknown>) => flowStateSchema.parse({ slots: stored }).slots;

/** One call whole: what was sent, what came back, what of it counted. */
export const readFulfillmentCall = query({
  name: "chatbots.fulfillmentCall",
  access: "websites_read",
  input: fulfillmentCallInput,
  output: fulfillmentCallSchema,
  example: (given) => ({ chatbotId: given.chatbotId ?? "", callId: given.fulfillmentCallId ?? "" }),
  async run({ actor, input }) {
    mayInspect(actor);
    const call = await readableCall(actor, input.chatbotId, input.callId);
    return {
      ...viewSummary(actor, call),
      error: call.error,
      request: asSent(maskValue(call.request, masksOf(actor))),
      response: asAnswered(actor, call.response),
      responseBytes: call.responseBytes,
      notes: call.notes,
      before: slotsOf(call.before),
      after: slotsOf(call.after),
      visitorName: call.visitorName ?? "",
      sibling: await siblingOf(actor, call),
    };
  },
});
