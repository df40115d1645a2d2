// SQL because a status moves all messages it is about in one statement, only forward.
import type { CampaignMessage } from "#server/db/generated/client.ts";
import { empty, raw, rows, type Sql, sql } from "#server/db/sql.ts";
import { unconfirmed } from "#server/messages/queue/outcomes.ts";

export type Move = {
  status: "sent" | "delivered" | "read" | "failed";
  at: Date;
  externalId?: string | undefined;
  code?: string | undefined;
  reason?: string | undefined;
};

/** One by its id; else by the platform's id, or by the message that went out with it. */
export type Moving = { id: string } | { channelId: string; externalId: string; messageId: string | undefined };

function about(which: Moving): Sql {
  if ("id" in which) return sql`e."id" = ${which.id}`;
  const { channelId, externalId, messageId } = which;
  const byMessage = messageId === undefined ? empty : sql` or e."messageId" = ${messageId}`;
  return sql`e."channelId" = ${channelId} and (e."externalId" = ${externalId}${byMessage})`;
}

/** Those that stood in one of `from`, or were given up unheard, which any status takes back; as they are now. */
export function moveMessages(
  companyId: string,
  which: Moving,
  { status, at, externalId, code, reason }: Move,
  { from, now }: { from: readonly string[]; now: Date },
): Promise<CampaignMessage[]> {
  const failed = status === "failed";
  const reached = (column: "sentAt" | "deliveredAt" | "readAt", by: readonly string[]) =>
    by.includes(status) ? sql`coalesce(e.${raw(`"${column}"`)}, ${at})` : raw(`e."${column}"`);
  return rows<CampaignMessage>(sql`
    update campaign_messages e set "status" = ${status}, "sendState" = 'done', "updatedAt" = ${now},
      "failureCode" = ${failed ? (code ?? "unknown") : null},
      "failureReason" = ${failed ? (reason ?? "The message could not be delivered.") : null},
      "externalId" = coalesce(${externalId ?? null}, e."externalId"),
      "sentAt" = ${reached("sentAt", ["sent", "delivered", "read"])},
      "deliveredAt" = ${reached("deliveredAt", ["delivered", "read"])}, "readAt" = ${reached("readAt", ["read"])}
    where e."companyId" = ${companyId} and ${about(which)}
      and (e."status" = any(${from}::text[]) or (e."status" = 'failed' and e."failureCode" = ${unconfirmed.code}))
    returning e.*`);
}

export type Answered = { conversationId: string; channelId: string; quoted: string | null };

/** Notes a reply within 24 hours, once per template message. */
export function answerMessages(
  companyId: string,
  { conversationId, channelId, quoted }: Answered,
  at: Date,
  now: Date,
) {
  const byQuote = quoted ? sql` or (e."channelId" = ${channelId} and e."externalId" = ${quoted})` : empty;
  return rows<Pick<CampaignMessage, "campaignId">>(sql`
    update campaign_messages e set "answeredAt" = ${at}, "updatedAt" = ${now}
    where e."companyId" = ${companyId} and (e."conversationId" = ${conversationId}${byQuote})
      and e."answeredAt" is null and e."claimedAt" >= ${at}::timestamptz - interval '24 hours'
      and e."claimedAt" <= ${at}::timestamptz + interval '1 second' and e."status" not in ('pending', 'invalid', 'failed')
    returning e."campaignId"`);
}
