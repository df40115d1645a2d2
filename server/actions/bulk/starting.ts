import type { z } from "zod";
import { AppError, invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import type { ListFilters } from "#server/conversations/list/filtering.sql.ts";
import { filtersOfView } from "#server/conversations/list/tabs.ts";
import { throughView } from "#server/conversations/list/viewed.ts";
import { type Actor, can } from "#server/core/actor.ts";
import { authorize, command } from "#server/core/operation.ts";
import type { Permission } from "#server/core/permissions.ts";
import type { BulkJob } from "#server/db/generated/client.ts";
import { afterCommit } from "#server/db/outside.ts";
import { prisma } from "#server/db/prisma.ts";
import { catalogue } from "../catalogue.ts";
import type { ActionCall } from "../schema.ts";
import { withVia } from "./access.ts";
import { addIds, addMatching } from "./rows.sql.ts";
import { atOnce, type BulkAnswer, bulkAnswerSchema, bulkInput, maxRows } from "./schema.ts";
import { viewDone } from "./viewing.ts";
import { wake } from "./waking.ts";
import { doNext, finish } from "./working.ts";

/** Who may do nothing of what any action does is refused at once; the rest is judged action by action. */
export function requireSome(actor: Actor, wanted: readonly Permission[]): void {
  const [first] = wanted;
  if (first && !wanted.some((permission) => can(actor, permission))) authorize(actor, first);
}

type Plan = { kind: BulkJob["kind"]; actions: ActionCall[]; undoOf: string | null; macroId?: string };

/** A job without rows yet. Only people and tokens run jobs. */
export async function createJob(actor: Actor, { kind, actions, undoOf, macroId }: Plan, now: Date): Promise<BulkJob> {
  const { companyId, type, id: actorId, userId } = actor;
  if (userId === null || (type !== "user" && type !== "token")) throw new AppError("forbidden");
  const who = { actorType: type, actorId, userId };
  const data = {
    companyId,
    id: newId(),
    kind,
    ...who,
    actions,
    undoOf,
    macroId: macroId ?? null,
    movedAt: now,
    createdAt: now,
  };
  return prisma.bulkJob.create({ data });
}

/** Does all rows within the open transaction: the answer, and the key of its request, are one with what was done. */
async function doAll(actor: Actor, job: BulkJob, now: Date): Promise<BulkAnswer> {
  const acting = withVia(actor, job);
  await doNext(job, acting, job.total);
  await finish({ ...job }, "done", now);
  return viewDone(job);
}

/** With its rows: done at once where they are few, by the worker otherwise. */
export async function setOff(
  actor: Actor,
  given: BulkJob,
  total: number,
  now: Date,
  waits: boolean,
): Promise<BulkAnswer> {
  const job = { ...given, total, startedAt: waits ? null : now };
  const { companyId, id, startedAt } = job;
  await prisma.bulkJob.updateMany({ where: { companyId, id }, data: { total, startedAt } });
  if (!waits) return doAll(actor, job, now);
  afterCommit(() => wake(job));
  return { jobId: id, total };
}

type Filter = NonNullable<z.output<typeof bulkInput>["filter"]>;

/** What a filter asks for, its tab as this actor has it; a view that is not there is a body's fault (A9). */
async function meant(actor: Actor, { tab, ...filter }: Filter): Promise<ListFilters> {
  const sort = { field: "lastMessageAt" as const, descending: true };
  const asked = { ...filter, ...(tab ? filtersOfView(tab, actor) : {}), sort };
  const filters = await throughView(actor, asked, "filter.view");
  if (!filters) throw invalidField("filter.view", "No such view.", "unknown_reference");
  return filters;
}

/** POST /v1/conversations/bulk: up to 100 ids at once (207), more and filters as a job (202). */
export const startBulk = command({
  name: "actions.bulk",
  access: "anyone",
  input: bulkInput,
  output: bulkAnswerSchema,
  example: (given) => ({
    ids: [given.conversationId ?? ""],
    actions: [
      { name: "tag_add" as const, input: { tag: "vip" } },
      { name: "assign" as const, input: { assignedTo: given.agentId ?? "" } },
    ],
  }),
  async run({ actor, input, now }) {
    const { ids, filter } = input;
    const actions = input.actions as ActionCall[];
    requireSome(actor, [...new Set(actions.map(({ name }) => catalogue[name].permission))]);
    if (filter) authorize(actor, "clients_read");
    const job = await createJob(actor, { kind: "actions", actions, undoOf: null }, now);
    if (filter) {
      const total = await addMatching(job, actor, await meant(actor, filter), maxRows);
      if (total > maxRows)
        throw new AppError("limit_reached", {
          message: `A job takes at most ${maxRows} conversations; ${total} match.`,
        });
      return setOff(actor, job, total, now, true);
    }
    const unique = [...new Set((ids ?? []).map((id) => id.toLowerCase()))];
    return setOff(actor, job, await addIds(job, unique), now, unique.length > atOnce);
  },
});
