import type { z } from "zod";
import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { execute, json, row, sql } from "#server/db/sql.ts";
import type { TemplateMessageStatus } from "./choices.ts";
import { takeNumbers } from "./numbering.ts";
import type { Media, Variables, whatsappEventSchema } from "./schema.ts";

/** A row of `campaign_messages`: one template message, of a campaign or sent directly. */
export type TemplateMessageRow = {
  companyId: string;
  id: string;
  number: number;
  campaignId: string | null;
  channelId: string;
  templateId: string;
  contactId: string | null;
  conversationId: string | null;
  messageId: string | null;
  destination: string;
  recipientKey: string | null;
  name: string;
  variables: Variables;
  media: Media | null;
  status: TemplateMessageStatus;
  failureCode: string | null;
  failureReason: string | null;
  externalId: string | null;
  attempts: number;
  nextAttemptAt: Date | null;
  claimedAt: Date | null;
  sentAt: Date | null;
  deliveredAt: Date | null;
  readAt: Date | null;
  answeredAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

export type NewTemplateMessage = Pick<
  TemplateMessageRow,
  | "campaignId"
  | "channelId"
  | "templateId"
  | "contactId"
  | "destination"
  | "recipientKey"
  | "name"
  | "variables"
  | "media"
  | "status"
  | "failureCode"
  | "failureReason"
>;

/** Rows of template messages in their order, each with its public number. */
export async function insertTemplateMessages(
  actor: Actor,
  at: Date,
  messages: readonly NewTemplateMessage[],
): Promise<TemplateMessageRow[]> {
  if (messages.length === 0) return [];
  const first = await takeNumbers(actor, "campaign_messages", messages.length);
  const made = messages.map((message, index) => ({
    ...message,
    companyId: actor.companyId,
    id: newId(),
    number: first + index,
    conversationId: null,
    messageId: null,
    externalId: null,
    attempts: 0,
    nextAttemptAt: null,
    claimedAt: null,
    sentAt: null,
    deliveredAt: null,
    readAt: null,
    answeredAt: null,
    createdAt: at,
    updatedAt: at,
  }));
  await execute(sql`
    insert into campaign_messages select * from jsonb_populate_recordset(null::campaign_messages, ${json(made)}::jsonb)`);
  return made;
}

export function templateMessageById(actor: Actor, id: string, lock = true): Promise<TemplateMessageRow | undefined> {
  return row<TemplateMessageRow>(sql`
    select e.* from campaign_messages e where e."companyId" = ${actor.companyId} and e."id" = ${id}
    ${lock ? sql`for update of e` : sql``}`);
}

/** The WhatsAppEvent resource. */
export function viewTemplateMessage(row: TemplateMessageRow): z.input<typeof whatsappEventSchema> {
  const { number, destination, status, failureCode, failureReason, createdAt } = row;
  return { id: number, destination, status, failureCode, failureReason, createdAt };
}
