"use client";

import { CalendarClock, Ellipsis, Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { useDirectory } from "#components/conversations/data/directory.ts";
import { Checkbox } from "#components/forms/checkbox.tsx";
import { clock, exactMoment, nearMoment } from "#components/time/moments.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { cn } from "#components/ui/class-names.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { Task } from "#server/tasks/schema.ts";
import type { OpenSection } from "./task-sections.ts";

export type TaskRowProps = {
  task: Task;
  section: OpenSection | "done";
  /** Where the keys are. */
  active?: boolean;
  /** Without margins, as part of a narrow pane. */
  brief?: boolean;
  /** false: all of the list is about the same, so no link to it. */
  linked?: boolean;
  onFocus?: () => void;
  onTick: (done: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
};

/** The element that holds the focus of a row: Space ticks it, Enter opens it. */
export const boxOf = (id: string) => `task-${id}`;

const placeOf = ({ conversationId, contactId }: Task) =>
  conversationId ? `/inbox/${conversationId}?view=all` : contactId ? `/contacts/${contactId}` : undefined;

export function TaskRow({
  task,
  section,
  active,
  brief,
  linked = true,
  onFocus,
  onTick,
  onEdit,
  onDelete,
}: TaskRowProps) {
  const t = useTranslations("tasks");
  return (
    <li
      onFocus={onFocus}
      className={cn(
        "flex items-start gap-2.5 border-border border-b px-5 py-1.5 phone:px-4",
        active && "bg-accent/6",
        brief && "px-0 last:border-b-0 phone:px-0",
      )}
    >
      <span className="flex h-6 items-center">
        <Checkbox
          id={boxOf(task.id)}
          aria-label={t("tick", { title: task.title })}
          checked={task.done}
          onCheckedChange={(done) => onTick(done === true)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            onEdit();
          }}
        />
      </span>
      <div className="grid min-w-0 flex-1">
        <button
          type="button"
          dir="auto"
          onClick={onEdit}
          className={cn(
            "wrap-anywhere min-h-6 rounded-sm text-start text-sm",
            task.done && "text-text-muted line-through",
          )}
        >
          {task.title}
        </button>
        <Facts task={task} section={section} linked={linked} />
      </div>
      <Assignee userId={task.assignedTo} />
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton label={t("more", { title: task.title })} size="xs">
            <Ellipsis aria-hidden />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
            {t("edit")}
          </DropdownMenuItem>
          <DropdownMenuItem icon={<Trash2 aria-hidden />} danger onSelect={onDelete}>
            {t("delete")}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </li>
  );
}

/** When it is due, and whom it is about. */
function Facts({ task, section, linked }: { task: Task; section: TaskRowProps["section"]; linked: boolean }) {
  const t = useTranslations("tasks");
  const format = useFormatter();
  const at = section === "done" ? task.doneAt : task.dueAt;
  const place = linked ? placeOf(task) : undefined;
  if (at === null && !place) return null;
  const words = () => {
    if (at === null) return "";
    const time = format.dateTime(new Date(at), section === "today" ? clock : nearMoment);
    return section === "done" ? t("doneAt", { time }) : section === "overdue" ? t("overdueAt", { time }) : time;
  };
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-x-3 text-text-muted text-xs">
      {at === null ? null : (
        <time
          dateTime={at}
          title={format.dateTime(new Date(at), exactMoment)}
          suppressHydrationWarning
          className={cn("tabular inline-flex items-center gap-1", section === "overdue" && "text-danger")}
        >
          <CalendarClock aria-hidden className="size-3.5" />
          {words()}
        </time>
      )}
      {place ? (
        <Link
          href={place}
          prefetch={false}
          className="wrap-anywhere inline-flex min-h-6 items-center underline underline-offset-3 hover:text-text touch:min-h-11"
        >
          <bdi>{task.about || t(task.conversationId ? "conversation" : "contact")}</bdi>
        </Link>
      ) : null}
    </p>
  );
}

function Assignee({ userId }: { userId: string | null }) {
  const t = useTranslations("tasks");
  const name = useDirectory().user(userId ?? "");
  if (!userId || !name) return null;
  return (
    <span title={t("assignedTo", { name })} className="flex h-6 items-center">
      <Avatar id={userId} name={name} size="sm" decorative />
      <span className="sr-only">{t("assignedTo", { name })}</span>
    </span>
  );
}
