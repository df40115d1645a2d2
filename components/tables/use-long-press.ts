"use client";

import { type PointerEvent, useEffect, useRef } from "react";

const holdMs = 450;
const slack = 8;

/** A finger held still on an element; `wasHeld` says once that the click that follows belongs to it. */
export function useLongPress(onHold: ((key: string) => void) | undefined) {
  const held = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const from = useRef({ x: 0, y: 0 });
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const handlers = (key: string) => ({
    onPointerDown: (event: PointerEvent) => {
      held.current = false;
      stop();
      if (event.pointerType !== "touch" || !onHold) return;
      from.current = { x: event.clientX, y: event.clientY };
      timer.current = setTimeout(() => {
        held.current = true;
        onHold(key);
      }, holdMs);
    },
    onPointerMove: (event: PointerEvent) => {
      if (Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y) > slack) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  });
  const wasHeld = () => {
    const was = held.current;
    held.current = false;
    return was;
  };
  return { handlers, wasHeld };
}
