import { type Route, route } from "#server/kit/rest/route.ts";
import { listTasks, readTask } from "./listing.ts";
import { createTask, deleteTask, updateTask } from "./writing.ts";

const tag = "Tasks";
const one = "/v1/tasks/{taskId}";

export const taskRoutes: Route[] = [
  route({ method: "get", path: "/v1/tasks", operation: listTasks, tag, summary: "List tasks" }),
  route({
    method: "post",
    path: "/v1/tasks",
    operation: createTask,
    tag,
    summary: "Create a task",
    errors: ["limit_reached"],
    etagKey: "updatedAt",
  }),
  route({ method: "get", path: one, operation: readTask, tag, summary: "Read a task", etagKey: "updatedAt" }),
  route({
    method: "patch",
    path: one,
    operation: updateTask,
    tag,
    summary: "Change, finish or reopen a task",
    errors: ["limit_reached", "precondition_failed"],
    etagKey: "updatedAt",
    headers: { ifMatch: "If-Match" },
  }),
  route({ method: "delete", path: one, operation: deleteTask, tag, summary: "Delete a task", errors: ["conflict"] }),
];
