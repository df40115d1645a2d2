import { invalidField, notFound } from "#server/base/errors.ts";
import { isId, newId } from "#server/base/ids.ts";
import { lockAnyConversation, visitorNames } from "#server/conversations/access.sql.ts";
import { command, query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor, offsetOf, paginate } from "#server/core/pagination.ts";
import type { RuleRun as RunRow } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { readableRule } from "./access.ts";
import { requireMay } from "./checking.ts";
import { ran, runRule } from "./running.ts";
import { listRunsInput, rerunInput, ruleRunSchema, runPage } from "./schema.ts";

function viewRun({ companyId: _company, cause: _cause, triggerType, ...run }: RunRow, names: Map<string, string>) {
  return { ...run, trigger: triggerType, visitorName: names.get(run.conversationId) ?? "" };
}

/** GET /v1/rules/{ruleId}/runs: the newest first. */
export const listRuns = query({
  name: "rules.runs",
  access: "websites_read",
  input: listRunsInput,
  output: runPage,
  example: (given) => ({ ruleId: given.ruleId ?? "" }),
  async run({ actor, input }) {
    const { ruleId, outcome, ...request } = input;
    const { companyId, id } = await readableRule(actor, ruleId);
    const list = { ruleId: id, outcome };
    const [before] = request.cursor ? decodeCursor(list, request.cursor) : [];
    if (before !== undefined && !(typeof before === "string" && isId(before)))
      throw invalidField("cursor", "The cursor is damaged.", "invalid_cursor");
    const where = { companyId, ruleId: id, ...(outcome ? { outcome } : {}) };
    const total = await prisma.ruleRun.count({ where });
    const found = await prisma.ruleRun.findMany({
      where: { ...where, ...(before ? { id: { lt: before } } : {}) },
      orderBy: { id: "desc" },
      take: request.limit + 1,
      skip: before ? 0 : offsetOf(request),
    });
    const shown = found.slice(0, request.limit);
    const hasMore = found.length > request.limit;
    const nextCursor = hasMore ? encodeCursor(list, [shown.at(-1)?.id ?? ""]) : null;
    const names = await visitorNames(
      actor,
      shown.map(({ conversationId }) => conversationId),
    );
    const data = shown.map((run) => viewRun(run, names));
    return { pagination: paginate(request, total, hasMore, nextCursor), data };
  },
});

/** POST /v1/rules/{ruleId}/runs/{runId}/rerun: the rule's actions as they are now, whatever its conditions say. */
export const rerun = command({
  name: "rules.rerun",
  access: "websites_write",
  input: rerunInput,
  output: ruleRunSchema,
  example: (given) => ({ ruleId: given.ruleId ?? "", runId: given.ruleRunId ?? "" }),
  async run({ actor, input, emit }) {
    const rule = await readableRule(actor, input.ruleId);
    const { companyId, id: ruleId } = rule;
    const first = isId(input.runId)
      ? await prisma.ruleRun.findFirst({ where: { companyId, ruleId, id: input.runId } })
      : null;
    if (!first) throw notFound("run");
    requireMay(actor, rule.actions);
    const { conversationId, triggerType, eventId } = first;
    await lockAnyConversation(actor, conversationId);
    const about = { conversationId, cause: `rerun:${newId()}`, triggerType, eventId, depth: 1, rerunOf: first.id };
    const run = await runRule(rule, about, { code: "rerun", match: null, held: [] });
    emit(ran([ruleId]));
    return viewRun(run, await visitorNames(actor, [conversationId]));
  },
});
