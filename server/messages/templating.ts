import type { CommandContext } from "#server/core/operation.ts";
import { failUndelivered } from "./row.sql.ts";
import { linkExternal } from "./status/delivery-status.ts";
import { tellStatus } from "./status/telling-status.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

type Settled =
  | { status: "sent"; channelId: string; externalId: string }
  | { status: "failed"; code: string; reason: string; action?: "template" | "reconnect" | undefined };

/**
 * Stores the platform's answer to a template message; a later status ("delivered") stays. For jobs. Answers what the
 * platform had said before its answer was stored.
 */
export async function settleTemplate(context: Context, messageId: string, settled: Settled) {
  const { actor } = context;
  if (settled.status === "sent") {
    const { channelId, externalId } = settled;
    return (await linkExternal.execute(actor, { channelId, messageId, externalId })).held;
  }
  const extra = { failureCode: settled.code, ...(settled.action ? { action: settled.action } : {}) };
  const moved = await failUndelivered(actor, messageId, settled.reason, extra);
  if (moved) await tellStatus(context, { ...moved, messageId, status: "failed", failure: settled });
  return [];
}
