import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { listTasks, readTask } from "./listing.ts";
import { createTask, deleteTask, updateTask } from "./writing.ts";

export const tasksRouter = router({
  list: query(listTasks),
  read: query(readTask),
  create: mutation(createTask),
  update: mutation(updateTask),
  delete: mutation(deleteTask),
});
