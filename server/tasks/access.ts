import { notFound } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Task as TaskRow } from "#server/db/generated/client.ts";
import { findTask } from "./access.sql.ts";

/** A task the actor may see; not_found otherwise. */
export async function readableTask(actor: Actor, id: string, lock = false): Promise<TaskRow> {
  const found = await findTask(actor, id, lock);
  if (!found) throw notFound("task");
  return found;
}
