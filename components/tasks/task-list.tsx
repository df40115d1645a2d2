"use client";

import { ChevronRight } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { useShortcuts } from "#components/keys/shortcuts.tsx";
import { useTickingNow } from "#components/time/ticking-now.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Task } from "#server/tasks/schema.ts";
import { boxOf, TaskRow } from "./task-row.tsx";
import { bySection, type OpenSection } from "./task-sections.ts";
import { type TaskActions, useTasks } from "./use-tasks.ts";

type TaskListProps = {
  open: ReturnType<typeof useTasks>;
  /** Whose, for the done ones. */
  whose: { assignedTo?: string[] };
  actions: TaskActions;
  /** Where the keys begin: the task that a notification leads to. */
  wanted: string;
  onEdit: (task: Task) => void;
  onDelete: (task: Task) => void;
  /** In place of the sections where nothing is open. */
  empty: ReactNode;
};

const donePage = 25;

/** Overdue, today, later, without a date; what has been done is folded away below. */
export function TaskList({ open, whose, actions, wanted, onEdit, onDelete, empty }: TaskListProps) {
  const t = useTranslations("tasks");
  const timeZone = useTimeZone() ?? "UTC";
  const now = useTickingNow();
  const [unfolded, setUnfolded] = useState(false);
  const done = useTasks({ done: true, ...whose }, donePage, unfolded);
  const sections = useMemo(() => bySection(open.tasks, now, timeZone), [open.tasks, now, timeZone]);
  const inOrder = [...sections.flatMap(([, tasks]) => tasks), ...(unfolded ? done.tasks : [])];
  const keys = useTaskKeys(inOrder, actions, wanted);
  const rowOf = (section: OpenSection | "done") => (task: Task) => (
    <TaskRow
      key={task.id}
      task={task}
      section={section}
      active={task.id === keys.active}
      onFocus={() => keys.setActive(task.id)}
      onTick={(ticked) => keys.tick(task, ticked)}
      onEdit={() => onEdit(task)}
      onDelete={() => onDelete(task)}
    />
  );
  return (
    <div className="min-h-0 flex-1 overflow-y-auto pb-8">
      {sections.length === 0 ? empty : null}
      {sections.map(([section, tasks], index) => {
        const whole = !open.hasNextPage || index < sections.length - 1;
        return (
          <Section key={section} title={t(`sections.${section}`)} count={whole ? tasks.length : undefined}>
            <ul>{tasks.map(rowOf(section))}</ul>
          </Section>
        );
      })}
      {open.hasNextPage ? <More list={open} /> : null}
      <Done open={unfolded} onOpen={setUnfolded} list={done}>
        <ul>{done.tasks.map(rowOf("done"))}</ul>
      </Done>
    </div>
  );
}

/** Where the keys are, and what they do. A row that is ticked gives the focus to the next one. */
function useTaskKeys(tasks: readonly Task[], { setDone }: TaskActions, wanted: string) {
  const t = useTranslations("tasks");
  const [active, setActive] = useState<string>();
  const led = useRef("");
  useEffect(() => {
    if (led.current === wanted || !tasks.some(({ id }) => id === wanted)) return;
    led.current = wanted;
    setActive(wanted);
    document.getElementById(boxOf(wanted))?.focus();
  }, [tasks, wanted]);
  const at = tasks.findIndex(({ id }) => id === active);
  const go = (index: number) => {
    const task = tasks[Math.max(0, Math.min(index, tasks.length - 1))];
    if (!task) return;
    setActive(task.id);
    document.getElementById(boxOf(task.id))?.focus();
  };
  const tick = (task: Task, done: boolean) => {
    const index = tasks.indexOf(task);
    if (document.activeElement?.id === boxOf(task.id)) go(index < tasks.length - 1 ? index + 1 : index - 1);
    setDone(task, done);
  };
  useShortcuts(t("title"), [
    { keys: "j", label: t("keys.next"), run: () => go(at + 1) },
    { keys: "k", label: t("keys.previous"), run: () => go(at < 0 ? 0 : at - 1) },
    {
      keys: "x",
      label: t("keys.tick"),
      run: () => {
        const task = tasks[at];
        if (task) tick(task, !task.done);
      },
    },
  ]);
  return { active, setActive, tick };
}

const headStyles = "flex h-9 w-full items-center gap-1.5 px-5 font-semibold text-sm phone:px-4";

function Section({ title, count, children }: { title: string; count: number | undefined; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={headStyles}>
        {title}
        {count === undefined ? null : <span className="tabular font-normal text-text-muted text-xs">{count}</span>}
      </h2>
      {children}
    </section>
  );
}

type DoneProps = {
  open: boolean;
  onOpen: (open: boolean) => void;
  list: ReturnType<typeof useTasks>;
  children: ReactNode;
};

function Done({ open, onOpen, list, children }: DoneProps) {
  const t = useTranslations("tasks");
  const body = useId();
  return (
    <section>
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={body}
          onClick={() => onOpen(!open)}
          className={`${headStyles} hover:bg-text/4 focus-visible:outline-offset-[-2px] touch:h-11`}
        >
          <ChevronRight
            aria-hidden
            className={`size-3.5 text-text-muted transition-transform ${open ? "rotate-90" : ""}`}
          />
          {t("sections.done")}
          {open && list.total !== undefined ? (
            <span className="tabular font-normal text-text-muted text-xs">{list.total}</span>
          ) : null}
        </button>
      </h2>
      <div id={body} hidden={!open}>
        {open && list.isPending ? <Skeleton className="mx-5 my-2 h-10 phone:mx-4" /> : null}
        {open && list.isError && !list.data ? <ErrorState onRetry={() => void list.refetch()} /> : null}
        {open && list.total === 0 ? (
          <p className="px-5 py-2 text-sm text-text-muted phone:px-4">{t("noneDone")}</p>
        ) : null}
        {open ? children : null}
        {open && list.hasNextPage ? <More list={list} /> : null}
      </div>
    </section>
  );
}

function More({ list }: { list: ReturnType<typeof useTasks> }) {
  const t = useTranslations("tasks");
  return (
    <div className="px-5 py-2 phone:px-4">
      <Button variant="ghost" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {t("showMore")}
      </Button>
    </div>
  );
}
