import { AppError } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import type { ChannelRow } from "#server/channels/access.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { namedTemplate, readableTemplate, type TemplateRow, whatsappChannel } from "./access.ts";
import { checkTemplate } from "./checking.ts";
import { takeNumbers } from "./numbering.sql.ts";
import { completed, type Draft, partOf } from "./rules.ts";
import { createTemplateInput, duplicateTemplateInput, type TemplateComponent, templateSchema } from "./schema.ts";
import { viewTemplate } from "./viewing.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** Refuses what breaks the platform's rules, a detail per fault. Warnings are for editors only. */
export function refuseFaults(draft: Draft): void {
  const faults = checkTemplate(draft).filter(({ severity }) => severity === "error");
  const [first] = faults;
  if (!first) return;
  const details = faults.map(({ field, code, message }) => ({ field, code, message }));
  throw new AppError("validation_error", { message: `${first.field}: ${first.message}`, details });
}

export function textOf(components: readonly TemplateComponent[]): string {
  return partOf(components, "BODY")?.text ?? "";
}

/** Screens follow; a consumer brings what waits to the platform. */
export function changed({ emit }: Pick<Context, "emit">, { id, channelId, task }: TemplateRow): void {
  emit({ type: "template/changed", channelId, data: { id, waiting: task !== "" } });
}

type NewTemplate = Pick<TemplateRow, "elementName" | "language" | "category" | "components">;

async function insertTemplate(context: Context, channel: ChannelRow, draft: NewTemplate): Promise<TemplateRow> {
  const { actor, now } = context;
  if (channel.type !== "WHATSAPP_API")
    throw new AppError("conflict", { message: "Templates need a channel of type WHATSAPP_API." });
  const { elementName, language, category } = draft;
  if (await namedTemplate(actor, channel.id, elementName, language)) throw repeated();
  const components = completed(draft.components);
  const number = await takeNumbers(actor, "templates");
  const [created] = await prisma.template.createManyAndReturn({
    data: {
      companyId: actor.companyId,
      id: newId(),
      number,
      channelId: channel.id,
      elementName,
      language,
      category,
      text: textOf(components),
      components,
      task: "create",
      createdBy: actor.userId ?? actor.id,
      createdAt: now,
      updatedAt: now,
    },
    skipDuplicates: true,
  });
  if (!created) throw repeated();
  changed(context, created);
  return created;
}

const repeated = () =>
  new AppError("already_exists", { message: "A template with this name and language already exists on this channel." });

/** POST /v1/whatsapp/{channelId}/templates (J3): PENDING until the platform has decided. */
export const createTemplate = command({
  name: "templates.create",
  access: "websites_write",
  input: createTemplateInput,
  output: templateSchema,
  example: (given) => ({
    channelId: given.whatsappChannelId ?? "",
    name: "order_ready",
    language: "en_US",
    category: "UTILITY",
    components: [{ type: "BODY", text: "Hello {{1}}, your order {{2}} is ready to be collected." }],
  }),
  async run(context) {
    const { channelId, name, language, category, components } = context.input;
    refuseFaults({ category, components });
    const channel = await whatsappChannel(context.actor, channelId);
    return viewTemplate(await insertTemplate(context, channel, { elementName: name, language, category, components }));
  },
});

/** The same template in another language, or under another name: a new submission. */
export const duplicateTemplate = command({
  name: "templates.duplicate",
  access: "websites_write",
  input: duplicateTemplateInput,
  output: templateSchema,
  example: (given) => ({ templateId: given.templateId ?? "", language: "pt_BR" }),
  async run(context) {
    const { templateId, language, name } = context.input;
    const from = await readableTemplate(context.actor, templateId);
    const components = context.input.components ?? from.components;
    refuseFaults({ category: from.category, components });
    const channel = await whatsappChannel(context.actor, from.channelId);
    const draft = { elementName: name ?? from.elementName, language, category: from.category, components };
    return viewTemplate(await insertTemplate(context, channel, draft));
  },
});
