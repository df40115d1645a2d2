import { day } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { lockAnyConversation } from "../access.sql.ts";
import { ConversationChange } from "../change.ts";
import type { ConversationRow } from "../row.ts";
import type { Attribution } from "../schema.ts";
import { insertConversation } from "./creating.ts";
import { continuationOf, servingChannel } from "./rows.sql.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/**
 * Where a visitor's message goes (E4): an open conversation is used as it is; a closed one reopens within 24 hours of
 * its last activity; later the same visitor and contact get a new one; where the channel was deleted, neither. Returns
 * the (locked) conversation. `origin`: where the visitor comes from this time, which a new conversation has instead of
 * what the last one had. `by`: who writes; the team does where it answers on its phone or in the platform's own inbox.
 */
export async function continueConversation(
  context: Context,
  locked: ConversationRow,
  origin?: Attribution,
  by: "visitor" | "team" = "visitor",
): Promise<ConversationRow> {
  if (locked.status !== "closed") return locked;
  const into = locked.mergedIntoId ? await lockAnyConversation(locked, locked.mergedIntoId) : undefined;
  if (into) return continueConversation(context, into, origin, by);
  if (!(await servingChannel(locked.companyId, locked.channelId)))
    throw new AppError("conversation_closed", { message: "The conversation is closed, and its channel was deleted." });
  if (!isOver(locked, context.now)) return reopen(context, locked, by);
  const newer = await continuationOf(locked);
  return newer ? continueConversation(context, newer, origin, by) : startAgain(context, locked, origin);
}

/** Closed for so long that the visitor gets a new one. */
export function isOver(row: ConversationRow, now: Date): boolean {
  return row.status === "closed" && now.getTime() - lastActivity(row) > day;
}

function lastActivity(row: ConversationRow): number {
  return Math.max(row.lastMessageAt?.getTime() ?? 0, row.closedAt?.getTime() ?? 0, row.createdAt.getTime());
}

async function reopen(context: Context, locked: ConversationRow, by: "visitor" | "team"): Promise<ConversationRow> {
  const change = new ConversationChange(context, locked);
  if (by === "visitor") change.command("opened", "The visitor wrote again", null, { by });
  else change.command("opened", "Opened again");
  change.set({ status: "opened", closedAt: null, closedBy: "" });
  change.updated({ status: { before: "closed", after: "opened" } });
  return (await change.commit()).row;
}

function startAgain(context: Context, locked: ConversationRow, origin?: Attribution): Promise<ConversationRow> {
  const { url, referrer, utmSource, utmMedium, utmCampaign, gclid, gaClientId, device } = locked;
  const before: Attribution = { url, referrer, utmSource, utmMedium, utmCampaign, gclid, gaClientId, device };
  return insertConversation(context, {
    channelId: locked.channelId,
    visitorId: locked.visitorId,
    visitorName: locked.visitorName,
    visitorEmail: locked.visitorEmail,
    visitorPhone: locked.visitorPhone,
    contactId: locked.contactId,
    contactLink: locked.contactLink,
    attribution: origin ? { device, ...origin } : before,
  });
}
