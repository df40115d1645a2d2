import { notFound } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Task as TaskRow } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { findTask, findTitles, lockTask } from "./access.sql.ts";

/** A task the actor may see; not_found otherwise. */
export async function readableTask(actor: Actor, id: string): Promise<TaskRow> {
  const found = await findTask(actor, id);
  if (!found) throw notFound("task");
  return found;
}

/** A task the actor may change, held for it; not_found otherwise, as of other records that one only reads. */
export async function changeableTask(actor: Actor, id: string): Promise<TaskRow> {
  const found = await lockTask(actor, id);
  if (!found) throw notFound("task");
  return found;
}

/** What these tasks are called, by id, as far as the actor may see them. */
export async function titlesOf(actor: Actor, ids: readonly string[]): Promise<Map<string, string>> {
  const found = ids.length > 0 ? await findTitles(actor, ids) : [];
  return new Map(found.map(({ id, title }) => [id, title]));
}

/** How many tasks of a person are open and due before then. */
export function countDueFor(companyId: string, userId: string, before: Date): Promise<number> {
  return prisma.task.count({ where: { companyId, assignedTo: userId, doneAt: null, dueAt: { lt: before } } });
}

/** Who made a task: id of a user or token, of a rule, or "system". */
export async function makerOf({ companyId }: Pick<Actor, "companyId">, id: string): Promise<string | undefined> {
  const found = await prisma.task.findFirst({ where: { companyId, id }, select: { createdBy: true } });
  return found?.createdBy;
}
