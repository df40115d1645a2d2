import type { inferProcedureInput } from "@trpc/server";
import { CallError } from "#components/live/trpc/call-error.ts";
import type { Api } from "#components/live/trpc/client.ts";
import type { BulkAnswer } from "#server/actions/bulk/schema.ts";
import type { AppRouter } from "#server/trpc/router.ts";

export type Action = inferProcedureInput<AppRouter["actions"]["bulk"]>["actions"][number];

export type TakeBack = () => Promise<undefined>;

/** A failure is thrown as the conversation's own route would have answered it. */
function requireDone({ results }: BulkAnswer): void {
  const [row] = results ?? [];
  if (row?.error) throw new CallError(row.error.message, { data: { httpStatus: row.status, error: row.error.error } });
}

/**
 * Acts on one conversation by a job, which keeps what was there before; the answer puts all of that back. The opposite
 * command would not: who waited, the clocks and the figures of reports are gone by then.
 */
export async function actReversibly(api: Api, conversationId: string, action: Action): Promise<TakeBack> {
  const done = await api.actions.bulk.mutate({ ids: [conversationId], actions: [action] });
  requireDone(done);
  return async () => {
    const undone = await api.actions.undo.mutate({ jobId: done.jobId });
    requireDone(undone);
    // Changed by somebody since: it stays as it is, and the reader hears so.
    if (undone.results?.[0]?.outcome === "done") return undefined;
    const message = "It was changed again afterwards.";
    throw new CallError(message, { data: { httpStatus: 409, error: "conflict" } });
  };
}

/** A job answers no row, and an event does not tell whether it comes from before. Where it cannot be read, events do. */
export const readBack = (api: Api, conversationId: string) =>
  api.conversations.read.query({ conversationId }).catch(() => undefined);

/** In how many conversations an undo that was done at once left something as it is, because it was changed since. */
export function leftIn({ results = [] }: BulkAnswer): number {
  return results.filter(({ actions }) => actions.some(({ outcome }) => outcome !== "done")).length;
}
