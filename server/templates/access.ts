import { notFound } from "#server/base/errors.ts";
import { type ChannelRow, channelsOf, readableChannel } from "#server/channels/access.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Template } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { findTemplate, findTemplates, lockNumbered, type TemplateFilters } from "./access.sql.ts";

export type TemplateRow = Template;

export const templateTypes: readonly string[] = ["WHATSAPP_API", "WHATSAPP_BUSINESS"];

/** A WhatsApp channel of the company; every other is not found (J1). */
export async function whatsappChannel(actor: Actor, id: string): Promise<ChannelRow> {
  const channel = await readableChannel(actor, id);
  if (!templateTypes.includes(channel.type)) throw notFound("WhatsApp channel");
  return channel;
}

/** All of them, oldest first. */
export async function channelsWithTemplates(actor: Actor): Promise<ChannelRow[]> {
  return (await channelsOf(actor)).filter(({ type }) => templateTypes.includes(type));
}

/** Templates of the company that are not deleted, newest first. */
export function templatesOf({ companyId }: Actor, filters: TemplateFilters): Promise<TemplateRow[]> {
  return findTemplates(companyId, filters);
}

const isNumber = (number: number) => Number.isInteger(number) && number >= 1 && number <= 2_147_483_647;

/** By its public number; not_found otherwise. `channelId`: only there. */
export async function readableTemplate({ companyId }: Actor, number: number, channelId?: string): Promise<TemplateRow> {
  const there = channelId === undefined ? {} : { channelId };
  const found = isNumber(number)
    ? await prisma.template.findFirst({ where: { companyId, number, deletedAt: null, ...there } })
    : null;
  if (!found) throw notFound("template");
  return found;
}

/** The same for a change; `deleted` finds it also after it was deleted here. */
export async function lockTemplate({ companyId }: Actor, number: number, deleted = false): Promise<TemplateRow> {
  const found = isNumber(number) ? await lockNumbered(companyId, number, deleted) : undefined;
  if (!found) throw notFound("template");
  return found;
}

/** By name and language on one channel. */
export function namedTemplate({ companyId }: Actor, channelId: string, elementName: string, language: string) {
  return prisma.template.findFirst({
    where: { companyId, channelId, elementName, language: language.replace("-", "_"), deletedAt: null },
  });
}

/** For jobs and campaigns, by its internal id, deleted ones too. */
export async function templateById({ companyId }: Actor, id: string): Promise<TemplateRow> {
  const found = await findTemplate(companyId, id);
  if (!found) throw notFound("template");
  return found;
}
