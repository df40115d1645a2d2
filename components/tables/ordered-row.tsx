"use client";

import { GripVertical } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from "react";
import { cn } from "../ui/class-names.ts";
import { useRowDrag } from "./use-row-drag.ts";

type Place = { index: number; count: number; onMove: (from: number, to: number) => void };

type OrderedRowProps = Place & {
  /** What the handle says to a screen reader; without it the row stays where it is. */
  handle?: string | undefined;
  /** Names the handle in the document, where a list gives the focus back to it. */
  handleId?: string;
  /** Held by the keyboard: lists that lift rows hear the keys themselves. */
  lifted?: boolean;
  onKey?: (event: KeyboardEvent) => void;
  onBlur?: (event: FocusEvent) => void;
  /** Names the list, where several stand on one screen. */
  list?: string;
  className?: string;
  children: ReactNode;
};

/** A row of a list in an order of one's own: dragged by its handle, or moved by the arrow keys on it. */
export function OrderedRow({
  handle: label,
  handleId,
  lifted,
  onKey,
  onBlur,
  list,
  className,
  ...rest
}: OrderedRowProps) {
  const { index, count, onMove, children } = rest;
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const { dragged, edge } = useRowDrag({ row, handle, index, list }, onMove);
  const step = (event: KeyboardEvent) => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    if (index + by < 0 || index + by >= count) return;
    onMove(index, index + by);
    // A row that changes its place may lose the focus on the way.
    requestAnimationFrame(() => handle.current?.focus());
  };
  return (
    <li
      ref={row}
      className={cn(
        "relative flex min-h-14 items-center gap-2 border-border border-b bg-surface py-1.5 pr-3 pl-2 first:rounded-t-lg last:rounded-b-lg last:border-b-0",
        dragged && "opacity-40",
        lifted && "z-10 rounded-md bg-surface-raised shadow-float",
        edge && "before:absolute before:inset-x-0 before:z-10 before:h-0.5 before:bg-accent",
        edge === "upper" && "before:-top-px",
        edge === "lower" && "before:-bottom-px",
        className,
      )}
    >
      {label === undefined ? null : (
        <button
          ref={handle}
          type="button"
          data-handle={handleId}
          aria-label={label}
          aria-pressed={lifted}
          onKeyDown={onKey ?? step}
          onBlur={onBlur}
          className="grid size-7 shrink-0 cursor-grab place-items-center rounded-md text-text-faint hover:bg-text/6 hover:text-text active:cursor-grabbing touch:size-11"
        >
          <GripVertical aria-hidden className="size-4" />
        </button>
      )}
      {children}
    </li>
  );
}
