// SQL because these stand in the way of every first message: each is one named statement, and what is found is locked.
import { AppError } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { json, row, sql } from "#server/db/sql.ts";
import type { ConversationRow } from "../row.ts";

/** A channel, and the title of the chatbot that answers on it. */
export type ServingChannel = { id: string; type: string; chatbotId: string | null; robot: string | null };

/** The channel with this id, unless it was deleted. It is not deleted before the transaction ends. */
export async function servingChannel(companyId: string, channelId: string): Promise<ServingChannel | undefined> {
  if (!isId(channelId)) return undefined;
  return row<ServingChannel>(sql`
    select c."id", c."type", c."chatbotId",
      case when b."enabled" and not b."muted" and parley_includes(b."companyId", 'enable_chatbot') then b."title" end as "robot"
    from channels c left join chatbots b on b."companyId" = c."companyId" and b."id" = c."chatbotId"
    where c."companyId" = ${companyId} and c."id" = ${channelId} and c."deletedAt" is null
    for key share of c`);
}

/** A client that still writes to the old id must not open one conversation per message. */
export function continuationOf({ companyId, channelId, visitorId, id, closedAt }: ConversationRow) {
  return row<ConversationRow>(sql`
    select c.* from conversations c where c."companyId" = ${companyId} and c."visitorId" = ${visitorId}
      and c."channelId" = ${channelId} and c."id" > ${id} and c."createdAt" >= ${closedAt}
      and not c."imported" and c."mergedIntoId" is null
    order by c."id" desc limit 1 for update of c`);
}

type Opened = Pick<
  ConversationRow,
  | "companyId"
  | "id"
  | "channelId"
  | "channel"
  | "windowed"
  | "contactId"
  | "contactLink"
  | "phaseId"
  | "visitorId"
  | "visitorName"
  | "visitorEmail"
  | "visitorPhone"
  | "participants"
  | "url"
  | "referrer"
  | "utmSource"
  | "utmMedium"
  | "utmCampaign"
  | "gclid"
  | "gaClientId"
  | "device"
  | "createdAt"
>;

/** Writes a conversation that begins; all other columns have their first values. */
export async function insertOpened(opened: Opened): Promise<ConversationRow> {
  const { createdAt: now } = opened;
  const created = await row<ConversationRow>(sql`
    insert into conversations ("companyId", "id", "channelId", "channel", "windowed", "contactId", "contactLink", "phaseId",
      "phaseChangedAt", "visitorId", "visitorName", "visitorEmail", "visitorPhone", "participants", "url", "referrer",
      "utmSource", "utmMedium", "utmCampaign", "gclid", "gaClientId", "device", "createdAt", "updatedAt")
    values (${opened.companyId}, ${opened.id}, ${opened.channelId}, ${opened.channel}, ${opened.windowed},
      ${opened.contactId}, ${opened.contactLink}, ${opened.phaseId}, ${now}, ${opened.visitorId},
      ${opened.visitorName}, ${opened.visitorEmail}, ${opened.visitorPhone}, ${json(opened.participants)}, ${opened.url},
      ${opened.referrer}, ${opened.utmSource}, ${opened.utmMedium}, ${opened.utmCampaign}, ${opened.gclid},
      ${opened.gaClientId}, ${opened.device}, ${now}, ${now})
    returning *`);
  if (!created) throw new AppError("internal_error");
  return created;
}
