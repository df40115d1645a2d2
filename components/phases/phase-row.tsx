"use client";

import { ArrowDown, ArrowUp, Ellipsis, GripVertical, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef } from "react";
import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import { cn } from "#components/ui/class-names.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { Phase } from "#server/phases/schema.ts";
import { useRowDrag } from "./use-row-drag.ts";

const tones: Record<Phase["type"], BadgeTone> = { progress: "neutral", success: "success", lost: "danger" };

type PhaseRowProps = {
  phase: Phase;
  index: number;
  count: number;
  lifted: boolean;
  onKey: (event: KeyboardEvent) => void;
  onBlur: () => void;
  onMove: (from: number, to: number) => void;
  onEdit: () => void;
  onDelete: () => void;
};

export function PhaseRow({ phase, index, count, lifted, onKey, onBlur, onMove, onEdit, onDelete }: PhaseRowProps) {
  const t = useTranslations("phases");
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const { dragged, edge } = useRowDrag({ row, handle, index }, onMove);
  const { name, type, agingDays: aging, staleDays: stale } = phase;
  return (
    <li
      ref={row}
      className={cn(
        "relative flex min-h-12 items-center gap-2 border-border border-b bg-surface py-1.5 pr-3 pl-2 first:rounded-t-lg last:rounded-b-lg last:border-b-0",
        dragged && "opacity-40",
        lifted && "z-10 rounded-md bg-surface-raised shadow-float",
        edge && "before:absolute before:inset-x-0 before:z-10 before:h-0.5 before:bg-accent",
        edge === "upper" && "before:-top-px",
        edge === "lower" && "before:-bottom-px",
      )}
    >
      <button
        ref={handle}
        type="button"
        data-handle={phase.id}
        aria-label={t("handle", { name, position: index + 1, count })}
        aria-pressed={lifted}
        onKeyDown={onKey}
        onBlur={onBlur}
        className="grid size-7 shrink-0 cursor-grab place-items-center rounded-md text-text-faint hover:bg-text/6 hover:text-text active:cursor-grabbing touch:size-11"
      >
        <GripVertical aria-hidden className="size-4" />
      </button>
      <div className="grid min-w-0 flex-1">
        <span className="truncate font-medium text-sm">{name}</span>
        <span className="text-text-muted text-xs">
          {aging > 0 || stale > 0 ? t("ages", { aging, stale }) : t("noAges")}
        </span>
      </div>
      <Badge tone={tones[type]}>{t(`types.${type}`)}</Badge>
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
    </li>
  );
}
