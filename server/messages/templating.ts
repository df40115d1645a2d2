import { assignFirstHuman } from "#server/conversations/assigning.ts";
import type { Work } from "#server/conversations/work.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { json, row, sql } from "#server/db/sql.ts";
import { enter, intervene, type Sender, withParticipant } from "./gate.ts";
import type { MessageRow } from "./row.ts";
import { linkExternal } from "./tracking.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

export type TemplateDraft = {
  text: string;
  replies: string[];
  /** Picture in the header. */
  image: string | null;
  template: NonNullable<MessageRow["template"]>;
};

/** A template reopens what is closed: that is what it is for. */
function reopen(work: Work): void {
  const before = work.row.status;
  if (before === "opened") return;
  work.set({ status: "opened", closedAt: null, closedBy: "" });
  if (before === "closed") work.command("opened", "Opened again by a template");
  work.updated({ status: { before, after: "opened" } });
}

/**
 * Writes a template message into a locked conversation: neither the 24-hour window nor the bot's state hold it back
 * (F10). A person's own template takes the conversation over like any message of theirs; others leave the bot as it is.
 */
export function writeTemplate(work: Work, sender: Sender, draft: TemplateDraft): MessageRow {
  reopen(work);
  if (sender.fromType === "user") intervene(work, sender);
  const { template, image, text, replies } = draft;
  work.command("template_sent", `Template ${template.name} sent`, template.templateId, { ...template });
  const message = enter(work, sender, {
    type: "text/plain",
    text,
    attachments: image ? [{ title: "", text: "", image_url: image }] : [],
    responseOptions: replies,
    clientMessageId: null,
    status: "queued",
    template,
  });
  // A campaign takes no part in the conversation, and the bot has not spoken.
  if (sender.fromType === "user") work.set({ participants: withParticipant(work, sender) });
  if (sender.type === "user" && !sender.inactive) assignFirstHuman(work, sender);
  return message;
}

type Settled =
  | { status: "sent"; channelId: string; externalId: string }
  | { status: "failed"; code: string; reason: string };

/** What the platform answered to a template message; a later word ("delivered") stands. For jobs. */
export async function settleTemplate({ actor, emit }: Context, messageId: string, settled: Settled): Promise<void> {
  if (settled.status === "sent") {
    const { channelId, externalId } = settled;
    await linkExternal.execute(actor, { channelId, messageId, externalId });
    return;
  }
  const extra = { failureCode: settled.code };
  const moved = await row<{ conversationId: string }>(sql`
    update messages set "status" = 'failed', "failureReason" = ${settled.reason}, "extra" = "extra" || ${json(extra)}::jsonb
    where "companyId" = ${actor.companyId} and "id" = ${messageId} and "status" in ('queued', 'sent')
    returning "conversationId"`);
  if (moved) emit({ type: "message/changed", conversationId: moved.conversationId, messageId });
}
