"use client";

import { ArrowDown, ArrowUp, Ellipsis, GripVertical, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef } from "react";
import { useRowDrag } from "#components/phases/use-row-drag.ts";
import { Badge } from "#components/ui/badge.tsx";
import { cn } from "#components/ui/class-names.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Switch } from "#components/ui/switch.tsx";
import type { Trigger } from "#server/triggers/schema.ts";

export type TriggerRowProps = {
  trigger: Trigger;
  index: number;
  count: number;
  mayWrite: boolean;
  onMove: (from: number, to: number) => void;
  onSwitch: (enabled: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
};

/** One rule: what it listens for, what it does, and its place among the others. */
export function TriggerRow({ trigger, index, count, mayWrite, onMove, onSwitch, onEdit, onDelete }: TriggerRowProps) {
  const t = useTranslations("triggers.list");
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const { dragged, edge } = useRowDrag({ row, handle, index }, onMove);
  const { name, enabled } = trigger;
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    if (index + step >= 0 && index + step < count) onMove(index, index + step);
  };
  return (
    <li
      ref={row}
      className={cn(
        "relative flex min-h-14 items-center gap-2 border-border border-b bg-surface py-1.5 pr-3 pl-2 first:rounded-t-lg last:rounded-b-lg last:border-b-0",
        dragged && "opacity-40",
        edge && "before:absolute before:inset-x-0 before:z-10 before:h-0.5 before:bg-accent",
        edge === "upper" && "before:-top-px",
        edge === "lower" && "before:-bottom-px",
      )}
    >
      {mayWrite ? (
        <button
          ref={handle}
          type="button"
          data-handle={trigger.id}
          aria-label={t("handle", { name, position: index + 1, count })}
          onKeyDown={onKey}
          className="grid size-7 shrink-0 cursor-grab place-items-center rounded-md text-text-faint hover:bg-text/6 hover:text-text active:cursor-grabbing touch:size-11"
        >
          <GripVertical aria-hidden className="size-4" />
        </button>
      ) : null}
      <span aria-hidden className="w-5 shrink-0 text-right text-text-faint text-xs tabular-nums">
        {index + 1}
      </span>
      <Words trigger={trigger} onEdit={mayWrite ? onEdit : undefined} />
      <Switch
        aria-label={t(enabled ? "switchOff" : "switchOn", { name })}
        checked={enabled}
        disabled={!mayWrite}
        onCheckedChange={onSwitch}
      />
      {mayWrite ? (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <IconButton label={t("menu", { name })}>
              <Ellipsis aria-hidden />
            </IconButton>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            <DropdownMenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
              {t("edit")}
            </DropdownMenuItem>
            <DropdownMenuItem
              icon={<ArrowUp aria-hidden />}
              disabled={index === 0}
              onSelect={() => onMove(index, index - 1)}
            >
              {t("up")}
            </DropdownMenuItem>
            <DropdownMenuItem
              icon={<ArrowDown aria-hidden />}
              disabled={index === count - 1}
              onSelect={() => onMove(index, index + 1)}
            >
              {t("down")}
            </DropdownMenuItem>
            <DropdownMenuSeparator />
            <DropdownMenuItem danger icon={<Trash2 aria-hidden />} onSelect={onDelete}>
              {t("delete")}
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      ) : null}
    </li>
  );
}

function Words({ trigger, onEdit }: { trigger: Trigger; onEdit: (() => void) | undefined }) {
  const t = useTranslations("triggers");
  const { name, enabled, conditions, actions } = trigger;
  const heard = conditions.matches.map(({ type, value }) =>
    t("list.match", { type: t(`matches.types.${type}`), value }),
  );
  const does = [
    actions.response && actions.response.length > 0 ? t("list.answers") : "",
    actions.operatorNeeded ? t("list.handsOver") : "",
    actions.goToName ? t("list.goesTo", { name: actions.goToName }) : "",
    actions.tag ? t("list.tags", { tag: actions.tag }) : "",
    (actions.assignTo?.length ?? 0) > 0 ? t("list.assigns") : "",
    actions.ignoreLead ? t("list.ignoresLead") : "",
    actions.once ? t("list.once") : "",
  ].filter((words) => words !== "");
  return (
    <div className={cn("grid min-w-0 flex-1", enabled || "opacity-60")}>
      <span className="flex min-w-0 items-center gap-2">
        {onEdit ? (
          <button type="button" onClick={onEdit} className="truncate rounded-sm font-medium text-sm hover:underline">
            {name}
          </button>
        ) : (
          <span className="truncate font-medium text-sm">{name}</span>
        )}
        {conditions.businessHours ? <Badge>{t(`form.hour.${conditions.businessHours}`)}</Badge> : null}
      </span>
      <span className="truncate text-text-muted text-xs">
        {heard.length > 0 ? heard.join(" · ") : t("matches.any")}
      </span>
      {does.length > 0 ? <span className="truncate text-text-muted text-xs">{does.join(", ")}</span> : null}
    </div>
  );
}
