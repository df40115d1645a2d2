"use client";

import { ListTodo, Lock, Plus } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { useAddressState } from "#components/filters/address-state.ts";
import { useCommands } from "#components/frame/command-registry.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useShortcuts } from "#components/keys/shortcuts.tsx";
import { failureOf } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { laterForm } from "#components/ui/late/later.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#components/ui/tabs/tabs.tsx";
import type { Task } from "#server/tasks/schema.ts";
import { DeleteTask } from "./delete-task.tsx";
import type { EditedTask } from "./task-form.tsx";
import { TaskList } from "./task-list.tsx";
import { tasksPerPage, whoseTasks } from "./task-query.ts";
import { useTaskActions, useTasks } from "./use-tasks.ts";

const TaskForm = laterForm(
  () => import("./task-form.tsx"),
  (module) => module.TaskForm,
);

export function TasksPage() {
  const t = useTranslations("tasks");
  if (useMay("chat_talk")) return <Permitted />;
  return <EmptyState icon={<Lock />} title={t("forbidden")} description={t("forbiddenHint")} className="my-auto" />;
}

const addressNames = ["who", "task"] as const;

function Permitted() {
  const t = useTranslations("tasks");
  const format = useFormatter();
  const [{ who, task }, setAddress] = useAddressState(addressNames);
  const whose = whoseTasks(who);
  const open = useTasks({ done: false, ...whose }, tasksPerPage);
  const actions = useTaskActions();
  const [edited, setEdited] = useState<EditedTask>();
  const [doomed, setDoomed] = useState<Task>();
  const create = () => setEdited("new");
  useCreateKey(create);
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={create}>
      {t("add")}
    </Button>
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t("title")}
        meta={open.total === undefined ? null : <span className="tabular">{format.number(open.total)}</span>}
        actions={add}
      />
      <Tabs
        value={who === "all" ? "all" : "mine"}
        onValueChange={(next) => setAddress({ who: next === "all" ? "all" : "" })}
        className="flex min-h-0 flex-1 flex-col"
      >
        <TabsList aria-label={t("whose")} className="shrink-0 px-5 phone:px-4">
          <TabsTrigger value="mine">{t("mine")}</TabsTrigger>
          <TabsTrigger value="all">{t("everyone")}</TabsTrigger>
        </TabsList>
        <TabsContent value={who === "all" ? "all" : "mine"} className="flex min-h-0 flex-1 flex-col">
          {open.isPending ? <Waiting /> : null}
          {open.isError && !open.data ? (
            <ErrorState
              description={failureOf(open.error).message || undefined}
              onRetry={() => void open.refetch()}
              retrying={open.isFetching}
            />
          ) : null}
          {open.data ? (
            <TaskList
              open={open}
              whose={whose}
              actions={actions}
              wanted={task}
              onEdit={setEdited}
              onDelete={setDoomed}
              empty={
                <EmptyState
                  icon={<ListTodo />}
                  title={t(who === "all" ? "emptyAll" : "empty")}
                  description={t("emptyHint")}
                  actions={<Button onClick={create}>{t("add")}</Button>}
                />
              }
            />
          ) : null}
        </TabsContent>
      </Tabs>
      <TaskForm edited={edited} onClose={() => setEdited(undefined)} />
      <DeleteTask task={doomed} onClose={() => setDoomed(undefined)} onDelete={actions.remove} />
    </div>
  );
}

function Waiting() {
  return (
    <div aria-busy className="grid gap-3 px-5 py-4 phone:px-4">
      {[0, 1, 2, 3].map((line) => (
        <Skeleton key={line} className="h-10" />
      ))}
    </div>
  );
}

function useCreateKey(create: () => void): void {
  const t = useTranslations("tasks");
  useShortcuts(t("title"), [{ keys: "n", label: t("add"), run: create }]);
  useCommands([{ id: "tasks add", group: t("title"), label: t("add"), icon: Plus, shortcut: "n", run: create }]);
}
