"use client";

import { Plus } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import { useState } from "react";
import { useTickingNow } from "#components/time/ticking-now.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { laterForm } from "#components/ui/late/later.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Task } from "#server/tasks/schema.ts";
import type { About } from "./about-field.tsx";
import { DeleteTask } from "./delete-task.tsx";
import type { EditedTask } from "./task-form.tsx";
import { tasksPerPanel } from "./task-query.ts";
import { TaskRow } from "./task-row.tsx";
import { sectionOf } from "./task-sections.ts";
import { useTaskActions, useTasks } from "./use-tasks.ts";

const TaskForm = laterForm(
  () => import("./task-form.tsx"),
  (module) => module.TaskForm,
);

/** What is still to be done about one conversation, or about a contact and its conversations. */
export function TaskPanel({ about }: { about: About }) {
  const t = useTranslations("tasks");
  const { conversationId, contactId } = about;
  const query = conversationId ? { conversationId } : { contactId: contactId ?? "" };
  const open = useTasks({ done: false, ...query }, tasksPerPanel);
  const actions = useTaskActions();
  const timeZone = useTimeZone() ?? "UTC";
  const now = useTickingNow();
  const [edited, setEdited] = useState<EditedTask>();
  const [doomed, setDoomed] = useState<Task>();
  if (open.isError && !open.data) {
    return <ErrorState onRetry={() => void open.refetch()} retrying={open.isFetching} className="py-4" />;
  }
  return (
    <div className="grid gap-1.5">
      {open.isPending ? <Skeleton className="h-8" /> : null}
      {open.total === 0 ? <p className="text-sm text-text-muted">{t("noneOpen")}</p> : null}
      <ul>
        {open.tasks.map((task) => (
          <TaskRow
            key={task.id}
            task={task}
            section={sectionOf(task.dueAt, now, timeZone)}
            brief
            linked={conversationId === null && task.conversationId !== null}
            onTick={(done) => actions.setDone(task, done)}
            onEdit={() => setEdited(task)}
            onDelete={() => setDoomed(task)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-1.5">
        <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setEdited("new")}>
          {t("add")}
        </Button>
        {open.hasNextPage ? (
          <Button size="sm" variant="ghost" loading={open.isFetchingNextPage} onClick={() => void open.fetchNextPage()}>
            {t("showMore")}
          </Button>
        ) : null}
      </div>
      <TaskForm edited={edited} onClose={() => setEdited(undefined)} about={about} />
      <DeleteTask task={doomed} onClose={() => setDoomed(undefined)} onDelete={actions.remove} />
    </div>
  );
}
