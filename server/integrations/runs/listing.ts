import type { z } from "zod";
import { invalidField } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { visitorNames } from "#server/conversations/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor, offsetOf, paginate } from "#server/core/pagination.ts";
import { readsAll } from "#server/core/rights.ts";
import type { IntegrationRun } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { readableIntegration } from "../access.ts";
import { listRunsInput, runPage, type runSchema } from "../schema.ts";

type View = z.input<typeof runSchema>;

/** Without clients_read the log shows how runs went, but not about whom, as that of webhooks (C1). */
export async function viewRuns(actor: Actor, runs: readonly IntegrationRun[]): Promise<View[]> {
  const open = readsAll(actor);
  const names = await visitorNames(
    actor,
    runs.map(({ conversationId }) => conversationId),
  );
  return runs.map((run) => ({
    ...run,
    visitorName: run.conversationId ? (names.get(run.conversationId) ?? "") : "",
    nextAttemptAt: run.status === "pending" ? run.dueAt : null,
    calls: run.calls.map((call) => {
      const shown = open || run.conversationId === null;
      return shown ? call : { ...call, body: "", answer: call.answer === null ? null : "" };
    }),
  }));
}

/** GET /v1/integrations/{integrationId}/runs: the newest first. */
export const listRuns = query({
  name: "integrations.runs",
  access: "websites_read",
  input: listRunsInput,
  output: runPage,
  example: (given) => ({ integrationId: given.integrationId ?? "" }),
  async run({ actor, input }) {
    const { integrationId, status, ...request } = input;
    const { companyId, id } = await readableIntegration(actor, integrationId);
    const list = { integrationId: id, status };
    const [before] = request.cursor ? decodeCursor(list, request.cursor) : [];
    if (before !== undefined && !(typeof before === "string" && isId(before)))
      throw invalidField("cursor", "The cursor is damaged.", "invalid_cursor");
    const where = { companyId, integrationId: id, ...(status ? { status } : {}) };
    const total = await prisma.integrationRun.count({ where });
    const found = await prisma.integrationRun.findMany({
      where: { ...where, ...(before ? { id: { lt: before } } : {}) },
      orderBy: { id: "desc" },
      take: request.limit + 1,
      skip: before ? 0 : offsetOf(request),
    });
    const shown = found.slice(0, request.limit);
    const hasMore = found.length > request.limit;
    const nextCursor = hasMore ? encodeCursor(list, [shown.at(-1)?.id ?? ""]) : null;
    return { pagination: paginate(request, total, hasMore, nextCursor), data: await viewRuns(actor, shown) };
  },
});
