import { detailsOf } from "#components/companies/refusals.ts";
import { isRecord } from "#components/live/records.ts";
import { CallError } from "#components/live/trpc/call-error.ts";

export type MergeRefusal = "held" | "later" | "taken" | "tags";

/** Why a merge, or taking one back, was refused; undefined where the server's own words say it. */
export function mergeRefusal(error: unknown): MergeRefusal | undefined {
  if (!(error instanceof CallError) || !isRecord(error.data)) return undefined;
  const { extra } = error.data;
  if (isRecord(extra) && extra.legalHoldId) return "held";
  const [first] = detailsOf(error.data);
  if (first?.code === "later_merge") return "later";
  if (first?.code === "already_exists") return "taken";
  return first?.code === "too_many" ? "tags" : undefined;
}
