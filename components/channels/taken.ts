import { detailsOf } from "#components/companies/refusals.ts";
import { CallError } from "#components/live/trpc/call-error.ts";

/** The number, page or account works in another channel, of whatever company. */
export function takenIn(error: unknown) {
  if (!(error instanceof CallError)) return undefined;
  return detailsOf(error.data).find(({ code }) => code === "already_exists");
}
