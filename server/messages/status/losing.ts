import type { Holds } from "../queue/outcomes.ts";
import type { MessageExtra } from "../schema.ts";
import type { DeliveryStatus } from "./ranks.ts";

/** A part that a platform has taken. */
export type TakenPart = { status: DeliveryStatus; holds: Holds | null };

/**
 * A message with what of it was lost after the platform had taken it, so that this alone is sent again. Where nothing
 * of it is left, or nobody knows what a lost part held, nothing of it counts as arrived.
 */
export function withLost(extra: MessageExtra, parts: readonly TakenPart[]): MessageExtra {
  const { arrived, lost: _before, ...others } = extra;
  const failed = parts.filter(({ status }) => status === "failed");
  const lost = failed.flatMap(({ holds }) => holds ?? []);
  if (failed.length === 0) return arrived ? { ...others, arrived } : others;
  if (failed.length === parts.length || lost.length < failed.length) return others;
  return { ...others, ...(arrived ? { arrived } : {}), lost };
}

/** Whether the same of both is to be sent again. */
export function isLostAlike(one: MessageExtra, other: MessageExtra): boolean {
  const said = ({ arrived, lost }: MessageExtra) => JSON.stringify([arrived ?? null, lost ?? null]);
  return said(one) === said(other);
}
