import { invalidField } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor, offsetOf, paginate } from "#server/core/pagination.ts";
import { readableTask } from "./access.ts";
import { countTasks, tasksPage } from "./listing.sql.ts";
import { listTasksInput, taskIdInput, taskPage, taskSchema } from "./schema.ts";
import { viewTask, viewTasks } from "./viewing.ts";

function afterOf(list: object, cursor: string | undefined) {
  if (!cursor) return null;
  const [key, id] = decodeCursor(list, cursor);
  if (typeof key !== "string" || typeof id !== "string" || !isId(id))
    throw invalidField("cursor", "The cursor is damaged.", "invalid_cursor");
  return { key, id };
}

/** GET /v1/tasks */
export const listTasks = query({
  name: "tasks.list",
  access: "chat_talk",
  input: listTasksInput,
  output: taskPage,
  example: () => ({ done: false, sort: "dueAt:asc" as const }),
  async run({ actor, input }) {
    const { sort, limit, offset, page, cursor, ...filters } = input;
    const list = { ...filters, sort };
    const request = { limit, offset, page, cursor };
    const after = afterOf(list, cursor);
    const skip = after ? 0 : offsetOf(request);
    const total = await countTasks(actor, filters);
    const found = await tasksPage(actor, filters, { sort, after, take: limit + 1, skip });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = found.length > limit;
    const nextCursor = hasMore && last ? encodeCursor(list, [last.sortKey, last.id]) : null;
    const data = await viewTasks(
      actor,
      shown.map(({ sortKey: _key, ...task }) => task),
    );
    return { pagination: paginate(request, total, hasMore, nextCursor), data };
  },
});

/** GET /v1/tasks/{taskId} */
export const readTask = query({
  name: "tasks.read",
  access: "chat_talk",
  input: taskIdInput,
  output: taskSchema,
  example: (given) => ({ taskId: given.taskId ?? "" }),
  run: async ({ actor, input }) => viewTask(actor, await readableTask(actor, input.taskId)),
});
