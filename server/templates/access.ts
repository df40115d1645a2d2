import { notFound } from "#server/base/errors.ts";
import { type ChannelRow, channelsOf, readableChannel } from "#server/channels/access.ts";
import type { Actor } from "#server/core/actor.ts";
import { empty, row, rows, type Sql, sql } from "#server/db/sql.ts";
import type { TemplateCategory, TemplateStatus } from "./choices.ts";
import type { TemplateComponent } from "./schema.ts";

/** A row of `templates`. */
export type TemplateRow = {
  companyId: string;
  id: string;
  number: number;
  channelId: string;
  elementName: string;
  language: string;
  category: TemplateCategory;
  status: TemplateStatus;
  platformStatus: string;
  text: string;
  components: TemplateComponent[];
  rejectionCode: string | null;
  rejectionReason: string | null;
  rejectionAdvice: string | null;
  quality: string | null;
  externalId: string | null;
  task: "" | "create" | "edit" | "delete";
  revision: number;
  leaseUntil: Date | null;
  submittedAt: Date | null;
  approvedAt: Date | null;
  editedAt: Date[];
  lastSentAt: Date | null;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
};

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

/** Templates of the company that are not deleted; `on` is a condition on the row `t`. */
export function templatesWhere(actor: Actor, on: Sql): Promise<TemplateRow[]> {
  return rows<TemplateRow>(sql`
    select t.* from templates t
    where t."companyId" = ${actor.companyId} and t."deletedAt" is null and ${on}
    order by t."number" desc`);
}

/** By its public number; not_found otherwise. `channelId`: only there. */
export async function readableTemplate(actor: Actor, number: number, channelId?: string): Promise<TemplateRow> {
  const found = await findTemplate(actor, number, empty, channelId);
  if (!found) throw notFound("template");
  return found;
}

/** The same for a change; `deleted` finds it also after it was deleted here. */
export async function lockTemplate(actor: Actor, number: number, deleted = false): Promise<TemplateRow> {
  const found = await findTemplate(actor, number, sql` for update of t`, undefined, deleted);
  if (!found) throw notFound("template");
  return found;
}

async function findTemplate(actor: Actor, number: number, lock: Sql, channelId?: string, deleted = false) {
  if (!Number.isInteger(number) || number < 1 || number > 2_147_483_647) return undefined;
  const there = channelId === undefined ? empty : sql` and t."channelId" = ${channelId}`;
  return row<TemplateRow>(sql`
    select t.* from templates t where t."companyId" = ${actor.companyId} and t."number" = ${number}
      ${deleted ? empty : sql`and t."deletedAt" is null`}${there}${lock}`);
}

/** By name and language on one channel. */
export function namedTemplate(actor: Actor, channelId: string, elementName: string, language: string) {
  return row<TemplateRow>(sql`
    select t.* from templates t where t."companyId" = ${actor.companyId} and t."channelId" = ${channelId}
      and t."elementName" = ${elementName} and t."language" = ${language.replace("-", "_")} and t."deletedAt" is null`);
}

/** For jobs and campaigns, by its internal id, deleted ones too; locked when asked. */
export async function templateById(actor: Actor, id: string, lock = false): Promise<TemplateRow> {
  const found = await row<TemplateRow & { deletedAt: Date | null }>(sql`
    select t.* from templates t where t."companyId" = ${actor.companyId} and t."id" = ${id}
    ${lock ? sql`for update of t` : empty}`);
  if (!found) throw notFound("template");
  return found;
}
