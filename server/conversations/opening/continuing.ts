import { day } from "#server/base/clock.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { row, sql } from "#server/db/sql.ts";
import { lockAnyConversation } from "../access.ts";
import { ConversationChange } from "../change.ts";
import type { ConversationRow } from "../row.ts";
import type { Attribution } from "../schema.ts";
import { insertConversation } from "./creating.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/**
 * Where a visitor's message goes (E4): an open conversation is used as it is; a closed one reopens within 24 hours of
 * its last activity; later the same visitor and contact get a new one. Returns the (locked) conversation.
 */
export async function continueConversation(context: Context, locked: ConversationRow): Promise<ConversationRow> {
  if (locked.status !== "closed") return locked;
  const into = locked.mergedIntoId ? await lockAnyConversation(locked, locked.mergedIntoId) : undefined;
  if (into) return continueConversation(context, into);
  if (context.now.getTime() - lastActivity(locked) <= day) return reopen(context, locked);
  const newer = await continuationOf(locked);
  return newer ? continueConversation(context, newer) : startAgain(context, locked);
}

function lastActivity(row: ConversationRow): number {
  return Math.max(row.lastMessageAt?.getTime() ?? 0, row.closedAt?.getTime() ?? 0, row.createdAt.getTime());
}

async function reopen(context: Context, locked: ConversationRow): Promise<ConversationRow> {
  const change = new ConversationChange(context, locked);
  change.command("opened", "The visitor wrote again", null, { by: "visitor" });
  change.set({ status: "opened", closedAt: null, closedBy: "" });
  change.updated({ status: { before: "closed", after: "opened" } });
  return (await change.commit()).row;
}

/** A client that still writes to the old id must not open one conversation per message. */
function continuationOf({ companyId, channelId, visitorId, id, closedAt }: ConversationRow) {
  return row<ConversationRow>(sql`
    select c.* from conversations c where c."companyId" = ${companyId} and c."visitorId" = ${visitorId}
      and c."channelId" = ${channelId} and c."id" > ${id} and c."createdAt" >= ${closedAt}
      and not c."imported" and c."mergedIntoId" is null
    order by c."id" desc limit 1 for update of c`);
}

function startAgain(context: Context, locked: ConversationRow): Promise<ConversationRow> {
  const { url, referrer, utmSource, utmMedium, utmCampaign, gclid, gaClientId, device } = locked;
  const attribution: Attribution = { url, referrer, utmSource, utmMedium, utmCampaign, gclid, gaClientId, device };
  return insertConversation(context, {
    channelId: locked.channelId,
    visitorId: locked.visitorId,
    visitorName: locked.visitorName,
    visitorEmail: locked.visitorEmail,
    visitorPhone: locked.visitorPhone,
    contactId: locked.contactId,
    contactLink: locked.contactLink,
    attribution,
  });
}
