import { day } from "#server/core/clock.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { insertConversation } from "./creating.ts";
import type { ConversationRow } from "./row.ts";
import type { Attribution } from "./schema.ts";
import { Work } from "./work.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/**
 * Where a visitor's message goes (E4): an open conversation is used as it is; a closed one reopens within 24 hours of
 * its last activity; later the same visitor and contact get a new one. Returns the (locked) conversation.
 */
export async function continueConversation(context: Context, locked: ConversationRow): Promise<ConversationRow> {
  if (locked.status !== "closed") return locked;
  const lastActivity = Math.max(
    locked.lastMessageAt?.getTime() ?? 0,
    locked.closedAt?.getTime() ?? 0,
    locked.createdAt.getTime(),
  );
  if (context.now.getTime() - lastActivity <= day) {
    const work = new Work(context, locked);
    work.command("opened", "The visitor wrote again", null, { by: "visitor" });
    work.set({ status: "opened", closedAt: null, closedBy: "" });
    work.updated({ status: { before: "closed", after: "opened" } });
    return (await work.commit()).row;
  }
  const { url, referrer, utmSource, utmMedium, utmCampaign, gclid, gaClientId, device } = locked;
  const attribution: Attribution = { url, referrer, utmSource, utmMedium, utmCampaign, gclid, gaClientId, device };
  return insertConversation(context, {
    channelId: locked.channelId,
    visitorId: locked.visitorId,
    visitorName: locked.visitorName,
    visitorEmail: locked.visitorEmail,
    visitorPhone: locked.visitorPhone,
    contactId: locked.contactId,
    attribution,
  });
}
