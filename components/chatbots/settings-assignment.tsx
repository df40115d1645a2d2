"use client";

import { announce } from "@atlaskit/pragmatic-drag-and-drop-live-region";
import { GripVertical } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useCallback, useRef } from "react";
import { SettingsSection } from "#components/companies/settings-parts.tsx";
import { reordered } from "#components/phases/order.ts";
import { useRowDrag } from "#components/phases/use-row-drag.ts";
import { cn } from "#components/ui/class-names.ts";
import { Switch } from "#components/ui/switch.tsx";
import type { SettingsDraft } from "./settings-draft.ts";
import type { SettingsPartProps } from "./settings-texts.tsx";

type Ways = SettingsDraft["assign_priority"];

/** In which order ways to find somebody of the team are tried. */
export function SettingsAssignment({ draft, change, readOnly }: SettingsPartProps & { readOnly: boolean }) {
  const t = useTranslations("chatbot-settings.assignment");
  const ways = draft.assign_priority;
  const latest = useRef({ ways, change, t });
  latest.current = { ways, change, t };
  // The drag listens anew whenever this changes, so it stays the same.
  const move = useCallback((from: number, to: number) => {
    const now = latest.current;
    const moved = now.ways[from];
    if (!moved) return;
    now.change({ assign_priority: reordered(now.ways, from, to) });
    announce(now.t("moved", { name: now.t(`ways.${moved.way}`), position: to + 1, count: now.ways.length }));
  }, []);
  const turn = (index: number, on: boolean) =>
    change({ assign_priority: ways.map((one, place) => (place === index ? { ...one, on } : one)) });
  return (
    <SettingsSection title={t("title")} description={t("hint")}>
      <ol aria-label={t("list")} className="rounded-lg border border-border">
        {ways.map((one, index) => (
          <WayRow
            key={one.way}
            {...one}
            index={index}
            count={ways.length}
            readOnly={readOnly}
            onMove={move}
            onTurn={(on) => turn(index, on)}
          />
        ))}
      </ol>
      {ways.some(({ on }) => on) ? null : <p className="text-sm text-text-muted">{t("nobody")}</p>}
    </SettingsSection>
  );
}

type WayRowProps = Ways[number] & {
  index: number;
  count: number;
  readOnly: boolean;
  onMove: (from: number, to: number) => void;
  onTurn: (on: boolean) => void;
};

function WayRow({ way, on, index, count, readOnly, onMove, onTurn }: WayRowProps) {
  const t = useTranslations("chatbot-settings.assignment");
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const { dragged, edge } = useRowDrag({ row, handle, index }, onMove);
  const name = t(`ways.${way}`);
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    if (index + step >= 0 && index + step < count) {
      onMove(index, index + step);
      // A row that changes its place may lose the focus on the way.
      requestAnimationFrame(() => handle.current?.focus());
    }
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
      {readOnly ? null : (
        <button
          ref={handle}
          type="button"
          aria-label={t("handle", { name, position: index + 1, count })}
          onKeyDown={onKey}
          className="grid size-7 shrink-0 cursor-grab place-items-center rounded-md text-text-faint hover:bg-text/6 hover:text-text active:cursor-grabbing touch:size-11"
        >
          <GripVertical aria-hidden className="size-4" />
        </button>
      )}
      <span aria-hidden className="w-5 shrink-0 text-right text-text-muted text-xs tabular-nums">
        {index + 1}
      </span>
      <div className={cn("grid min-w-0 flex-1", !on && "text-text-muted")}>
        <span className="font-medium text-sm">{name}</span>
        <span className="text-text-muted text-xs">{t(`hints.${way}`)}</span>
      </div>
      <Switch aria-label={name} checked={on} onCheckedChange={onTurn} />
    </li>
  );
}
