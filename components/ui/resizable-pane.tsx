"use client";

import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { cn } from "./class-names.ts";
import { useStoredState } from "./stored-state.ts";

type ResizablePaneProps = {
  /** Remembers the width in this browser. */
  storageKey: string;
  /** Names the handle: "Width of the list". */
  label: string;
  defaultWidth: number;
  min: number;
  max: number;
  /** The side the handle is on. */
  handle?: "right" | "left";
  className?: string;
  children: ReactNode;
};

/** A column whose width the reader sets by dragging, or by arrow keys on the handle; double click resets it. */
export function ResizablePane({
  storageKey,
  label,
  defaultWidth,
  min,
  max,
  handle = "right",
  className,
  children,
}: ResizablePaneProps) {
  const parse = (text: string) => (Number.isFinite(Number(text)) ? clamp(Number(text), min, max) : undefined);
  const [width, setWidth] = useStoredState(`parley:width:${storageKey}`, defaultWidth, parse);
  const [dragged, setDragged] = useState<number>();
  const start = useRef({ x: 0, width: 0 });
  const direction = handle === "right" ? 1 : -1;
  const shown = dragged ?? width;

  const drag = (event: PointerEvent<HTMLElement>) => {
    if (dragged === undefined) return;
    setDragged(clamp(start.current.width + (event.clientX - start.current.x) * direction, min, max));
  };
  const drop = () => {
    if (dragged !== undefined) setWidth(Math.round(dragged));
    setDragged(undefined);
  };
  const nudge = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setWidth(clamp(width + step * direction, min, max));
  };

  return (
    <div style={{ width: shown }} className={cn("relative flex min-h-0 shrink-0 flex-col phone:w-full!", className)}>
      {children}
      {/* biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be dragged or focused */}
      <div
        role="separator"
        tabIndex={0}
        aria-label={label}
        aria-orientation="vertical"
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={Math.round(shown)}
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          start.current = { x: event.clientX, width };
          setDragged(width);
        }}
        onPointerMove={drag}
        onPointerUp={drop}
        onPointerCancel={() => setDragged(undefined)}
        onDoubleClick={() => setWidth(defaultWidth)}
        onKeyDown={nudge}
        className={cn(
          "absolute inset-y-0 z-10 w-2 cursor-col-resize touch-none phone:hidden",
          "after:absolute after:inset-y-0 after:left-1/2 after:w-0.5 after:-translate-x-1/2 after:transition-colors hover:after:bg-accent/50",
          dragged !== undefined && "after:bg-accent!",
          handle === "right" ? "-right-1" : "-left-1",
        )}
      />
    </div>
  );
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
