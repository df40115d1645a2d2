import { newId } from "#server/base/ids.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import type { Task as TaskRow } from "#server/db/generated/client.ts";
import { momentAfter } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { requireAboutNotHeld } from "#server/retention/access.ts";
import { changeableTask } from "./access.ts";
import { assigneeOf, requireRoom, subjectGiven, subjectOf } from "./checking.ts";
import { createTaskInput, deletedTaskSchema, taskIdInput, taskSchema, updateTaskInput } from "./schema.ts";
import { viewTask } from "./viewing.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;
type Columns = Pick<TaskRow, "title" | "dueAt" | "assignedTo" | "conversationId" | "contactId">;

/** Also for what makes tasks by itself, such as a scheduled message that could not leave. */
export async function insertTask({ actor, now, emit }: Context, columns: Columns): Promise<TaskRow> {
  await requireRoom(actor);
  const { companyId } = actor;
  const made = {
    ...columns,
    companyId,
    id: newId(),
    createdBy: actor.userId ?? actor.id,
    createdAt: now,
    updatedAt: now,
  };
  const row = await prisma.task.create({ data: made });
  emit({ type: "task/changed", data: { id: row.id } });
  return row;
}

/** POST /v1/tasks */
export const createTask = command({
  name: "tasks.create",
  access: "chat_talk",
  input: createTaskInput,
  output: taskSchema,
  example: (given) => ({
    title: "Call back about the quote",
    dueAt: "2026-12-01T12:00:00Z",
    assignedTo: given.agentId ?? "",
    conversationId: given.conversationId ?? "",
  }),
  async run(context) {
    const { actor, input } = context;
    const subject = await subjectOf(actor, input);
    const assignedTo = (await assigneeOf(actor, input)) ?? null;
    const dueAt = input.dueAt ?? input.due ?? null;
    return viewTask(actor, await insertTask(context, { title: input.title, dueAt, assignedTo, ...subject }));
  },
});

/** Only what is other than before; a new time is told anew when it comes. */
function changesOf(before: TaskRow, wanted: Partial<TaskRow>, at: Date): Partial<TaskRow> {
  const { title = before.title, dueAt = before.dueAt, assignedTo = before.assignedTo } = wanted;
  const changes: Partial<TaskRow> = {};
  if (title !== before.title) changes.title = title;
  if (assignedTo !== before.assignedTo) changes.assignedTo = assignedTo;
  const { conversationId = before.conversationId, contactId = before.contactId } = wanted;
  if (conversationId !== before.conversationId) changes.conversationId = conversationId;
  if (contactId !== before.contactId) changes.contactId = contactId;
  if (dueAt?.getTime() !== before.dueAt?.getTime()) {
    changes.dueAt = dueAt;
    changes.toldAt = null;
  }
  if (wanted.doneAt !== undefined && (wanted.doneAt === null) !== (before.doneAt === null))
    changes.doneAt = wanted.doneAt && at;
  return changes;
}

/** PATCH /v1/tasks/{taskId} */
export const updateTask = command({
  name: "tasks.update",
  access: "chat_talk",
  input: updateTaskInput,
  output: taskSchema,
  example: (given) => ({ taskId: given.taskId ?? "", done: true }),
  async run({ actor, input, emit }) {
    const before = await changeableTask(actor, input.taskId);
    const { title, done } = input;
    const dueAt = input.dueAt === undefined ? input.due : input.dueAt;
    const assignedTo = await assigneeOf(actor, input, before.assignedTo);
    const at = momentAfter(before.updatedAt);
    const wanted = {
      ...(await subjectGiven(actor, input)),
      ...(title === undefined ? {} : { title }),
      ...(dueAt === undefined ? {} : { dueAt }),
      ...(assignedTo === undefined ? {} : { assignedTo }),
      ...(done === undefined ? {} : { doneAt: done ? at : null }),
    };
    requireMatch(input.ifMatch, before.updatedAt);
    const changes = changesOf(before, wanted, at);
    if (Object.keys(changes).length === 0) return viewTask(actor, before);
    if (changes.doneAt === null) await requireRoom(actor);
    const { companyId, id } = before;
    const where = { companyId_id: { companyId, id } };
    const after = await prisma.task.update({ where, data: { ...changes, updatedAt: at } });
    const settled = "dueAt" in changes || "assignedTo" in changes || after.doneAt !== null;
    // Told for this time already, to somebody else.
    const isOverdue = changes.assignedTo && after.toldAt !== null && after.doneAt === null;
    const overdue = isOverdue ? { overdueFor: changes.assignedTo ?? "" } : {};
    emit({ type: "task/changed", data: settled ? { id, settled, ...overdue } : { id } });
    return viewTask(actor, after);
  },
});

/** DELETE /v1/tasks/{taskId} */
export const deleteTask = command({
  name: "tasks.delete",
  access: "chat_talk",
  input: taskIdInput,
  output: deletedTaskSchema,
  example: (given) => ({ taskId: given.taskId ?? "" }),
  async run({ actor, input, emit }) {
    const { companyId, id, ...about } = await changeableTask(actor, input.taskId);
    await requireAboutNotHeld(companyId, about);
    await prisma.task.delete({ where: { companyId_id: { companyId, id } } });
    emit({ type: "task/changed", data: { id, settled: true } });
    return { id, deleted: true as const };
  },
});
