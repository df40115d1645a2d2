import { z } from "zod";
import { moveBack as moveConversationsBack } from "#server/conversations/row.sql.ts";
import { command, query } from "#server/core/operation.ts";
import { objectIn } from "../inbound/lossless.ts";
import { objectOf, objectsOf } from "./objects.sql.ts";
import { sandboxAccount } from "./operations.ts";
import { moveBack } from "./staging.sql.ts";
import { decideTemplate, type SimulatedTemplate } from "./templates.ts";

const example = (given: Readonly<Record<string, string>>) => ({
  channelId: given.whatsappChannelId ?? given.channelId ?? "",
});

const platformTemplateSchema = z.object({
  id: z.string(),
  name: z.string(),
  language: z.string(),
  status: z.string(),
  text: z.string(),
  replies: z.array(z.string()).meta({ description: "Its quick replies." }),
});

function bodyOf({ components }: SimulatedTemplate): string {
  const body = components.find((one) => one.type === "BODY")?.text;
  return typeof body === "string" ? body : "";
}

function repliesOf({ components }: SimulatedTemplate): string[] {
  const buttons = components.find((one) => one.type === "BUTTONS")?.buttons;
  const all: unknown[] = Array.isArray(buttons) ? buttons : [];
  return all.flatMap((button) => {
    const { type, text } = objectIn(button);
    return type === "QUICK_REPLY" && typeof text === "string" ? [text] : [];
  });
}

/** The templates as the simulated platform has them, latest first. */
export const simulatorTemplates = query({
  name: "simulator.templates",
  access: "websites_read",
  input: z.object({ channelId: z.uuid() }),
  output: z.object({ templates: z.array(platformTemplateSchema) }),
  example,
  async run({ actor, input }) {
    const account = await sandboxAccount(actor, input.channelId);
    const stored = await objectsOf<SimulatedTemplate>(account, "template");
    const templates = stored.map(({ data }) => ({
      id: data.id,
      name: data.name,
      language: data.language,
      status: data.status,
      text: bodyOf(data),
      replies: repliesOf(data),
    }));
    return { templates: templates.reverse() };
  },
});

/** The platform's reviewer changes their mind; the company hears of it by webhook. */
export const decideSimulatedTemplate = command({
  name: "simulator.decideTemplate",
  access: "websites_write",
  input: z.object({
    channelId: z.uuid(),
    templateId: z.string().max(64),
    status: z.enum(["APPROVED", "REJECTED", "PAUSED", "DISABLED"]),
  }),
  output: z.object({ decided: z.boolean() }),
  example: (given) => ({ ...example(given), templateId: "910", status: "APPROVED" as const }),
  async run({ actor, input }) {
    const account = await sandboxAccount(actor, input.channelId);
    const template = await objectOf<SimulatedTemplate>(account, "template", input.templateId);
    if (template) await decideTemplate(account, template, input.status);
    return { decided: template !== undefined };
  },
});

/**
 * A day passes for one simulated customer, so that the 24-hour window can be seen closing. Only conversations of
 * sandbox channels are ever moved.
 */
export const elapseDay = command({
  name: "simulator.elapse",
  access: "websites_write",
  input: z.object({ channelId: z.uuid(), peer: z.string().max(100) }),
  output: z.object({ conversations: z.int() }),
  example: (given) => ({ ...example(given), peer: "5491155550000" }),
  async run({ actor, input, emit }) {
    const { companyId, channelId } = await sandboxAccount(actor, input.channelId);
    const customers = await moveBack({ companyId, channelId, peer: input.peer });
    const visitorIds = customers.map(({ visitorId }) => visitorId);
    const moved = await moveConversationsBack({ companyId, channelId, visitorIds });
    for (const { id } of moved) emit({ type: "conversation/changed", channelId, conversationId: id });
    return { conversations: moved.length };
  },
});
