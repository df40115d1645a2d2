import { keys } from "#components/live/trpc/keys.ts";

export type TaskQuery = {
  done: boolean;
  assignedTo?: string[];
  conversationId?: string;
  contactId?: string;
};

/** How many a whole page of tasks reads at once, and the panel beside a conversation or contact. */
export const tasksPerPage = 100;
export const tasksPerPanel = 20;

/** Open ones as they fall due, done ones the last first. */
export const taskInput = (query: TaskQuery, limit: number) => ({
  ...query,
  sort: query.done ? ("doneAt:desc" as const) : ("dueAt:asc" as const),
  limit,
});

/** Whose tasks the page of tasks shows, by `who` of its address. */
export const whoseTasks = (who: string | null) => (who === "all" ? everyone : mine);
const mine = { assignedTo: ["me"] };
const everyone = {};

/** The tasks that a page shows first. */
export const taskKeys = (query: Omit<TaskQuery, "done">, limit: number) => [
  keys.tasks.list.infiniteQueryKey(taskInput({ done: false, ...query }, limit)),
];
