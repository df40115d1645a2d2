import type { z } from "zod";
import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import type { CampaignMessage } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { takeNumbers } from "../numbering.sql.ts";
import type { whatsappEventSchema } from "../schema.ts";
import { findMessage, insertRows } from "./messages.sql.ts";

/** One template message, of a campaign or sent directly. */
export type TemplateMessageRow = CampaignMessage;

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
    sendState: null,
    sendError: null,
    attempts: 0,
    nextAttemptAt: null,
    claimedAt: null,
    aliveAt: null,
    heldBy: null,
    sentAt: null,
    deliveredAt: null,
    readAt: null,
    answeredAt: null,
    failedAt: null,
    optedOutAt: null,
    createdAt: at,
    updatedAt: at,
  }));
  await insertRows(made);
  return made;
}

export function templateMessageById(actor: Actor, id: string, lock = true): Promise<TemplateMessageRow | undefined> {
  return findMessage({ companyId: actor.companyId, id }, lock);
}

/** To whom they went, and the conversation in which they stand. */
export function recipientsById({ companyId }: Actor, ids: readonly string[]) {
  return prisma.campaignMessage.findMany({
    where: { companyId, id: { in: [...ids] } },
    select: { id: true, conversationId: true, name: true },
  });
}

type Told = Pick<
  TemplateMessageRow,
  "number" | "destination" | "status" | "failureCode" | "failureReason" | "createdAt"
>;

/** The WhatsAppEvent resource. */
export function viewTemplateMessage(row: Told): z.input<typeof whatsappEventSchema> {
  const { number, destination, status, failureCode, failureReason, createdAt } = row;
  return { id: number, destination, status, failureCode, failureReason, createdAt };
}
