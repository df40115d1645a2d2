"use client";

import { type InfiniteData, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { useTRPC, useTRPCClient } from "#components/live/api.ts";
import type { LiveCache } from "#components/live/live-cache.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Task } from "#server/tasks/schema.ts";
import { type TaskQuery, taskInput } from "./task-query.ts";

type TaskPage = { data: Task[] };

const none: readonly Task[] = [];

/** One list of tasks, read page by page. */
export function useTasks(query: TaskQuery, limit: number, enabled = true) {
  const trpc = useTRPC();
  const list = useInfiniteQuery({
    ...trpc.tasks.list.infiniteQueryOptions(taskInput(query, limit), {
      getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
      enabled,
    }),
    placeholderData: keepPreviousData,
  });
  const tasks = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? none, [list.data]);
  return { ...list, tasks, total: list.data?.pages.at(-1)?.pagination.total };
}

/** Shows a change before the server has answered; the next read says what is. */
function show(cache: LiveCache, taskId: string, change: Partial<Task>): void {
  const changed = (task: Task) => (task.id === taskId ? { ...task, ...change } : task);
  for (const cached of cache.of("tasks.list")) {
    if (!cached.infinite) continue;
    cache.update<InfiniteData<TaskPage>>(cached, (held) => ({
      ...held,
      pages: held.pages.map((page) => ({ ...page, data: page.data.map(changed) })),
    }));
  }
}

export type TaskActions = {
  /** Shows at once, offers undo, and goes back when it is refused. */
  setDone: (task: Task, done: boolean) => void;
  remove: (task: Task) => Promise<void>;
};

export function useTaskActions(): TaskActions {
  const t = useTranslations("tasks");
  const client = useTRPCClient().tasks;
  const toast = useToast();
  const refusals = useRefusals();
  const { cache } = useLive();
  return useMemo(() => {
    const refresh = () => cache.refresh(cache.of("tasks"));
    const write = async ({ id: taskId, title }: Task, done: boolean, undo: () => void) => {
      show(cache, taskId, { done });
      try {
        await client.update.mutate({ taskId, done });
        toast.success(t(done ? "nowDone" : "reopened", { title }), { id: `task ${taskId}`, undo });
      } catch (error) {
        show(cache, taskId, { done: !done });
        toast.error(refusals.sentence(error));
      }
      refresh();
    };
    const setDone = (task: Task, done: boolean) => void write(task, done, () => setDone(task, !done));
    const remove = async ({ id: taskId, title }: Task) => {
      await client.delete.mutate({ taskId });
      refresh();
      toast.success(t("deleted", { title }));
    };
    return { setDone, remove };
  }, [t, client, toast, refusals, cache]);
}
