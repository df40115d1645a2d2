import { placeOf } from "#server/conversations/place.ts";
import type { CommandContext } from "#server/core/operation.ts";
import type { DeliveryStatus } from "./ranks.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

type NewStatus = {
  conversationId: string;
  messageId: string;
  seq: number;
  status: DeliveryStatus;
  failure?: { code?: string | undefined; reason?: string | undefined };
};

/** Screens and receivers learn what became of a message. One that is held back again has no status to tell. */
export async function tellStatus({ actor, now, emit }: Context, about: NewStatus): Promise<void> {
  const { conversationId, messageId, seq, status, failure = {} } = about;
  const { companyId } = actor;
  const found = await placeOf(companyId, conversationId);
  if (!found) return;
  const { channelId } = found;
  if (status === "queued") return emit({ type: "message/changed", conversationId, channelId, messageId });
  const failed = status === "failed";
  emit({
    type: "message/status",
    conversationId,
    channelId,
    messageId,
    data: {
      ...{
        id: messageId,
        companyId,
        websiteId: channelId,
        conversationId,
        contactId: found.contactId ?? "",
        seq,
        status,
      },
      failureCode: (failed && failure.code) || "",
      failureReason: (failed && failure.reason) || "",
      changedAt: now.toISOString(),
    },
  });
}
