export const taskSorts = ["dueAt:asc", "dueAt:desc", "createdAt:asc", "createdAt:desc", "doneAt:desc"] as const;
export type TaskSort = (typeof taskSorts)[number];

/** Open ones per company. */
export const maxOpenTasks = 10_000;
