import { type FocusEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from "react";

type State = "closed" | "delayed-open" | "instant-open";

const delayMs = 350;
/** So soon after one tooltip the next comes at once. */
const warmMs = 150;

/* What a finger closes gives the focus back to its button, which the browser may take for a wish to read its tooltip. */
let byFinger = false;
if (typeof document !== "undefined") {
  const hand = ({ pointerType }: { pointerType: string }) => {
    byFinger = pointerType === "touch";
  };
  const key = () => {
    byFinger = false;
  };
  addEventListener("pointerdown", hand, true);
  addEventListener("keydown", key, true);
}

/* One tooltip at a time on the whole page. */
let closeOpen: (() => void) | undefined;
let closedAt = Number.NEGATIVE_INFINITY;

/** When a tooltip opens and closes: after a pause of the pointer, at once for the keyboard, never for a finger. */
export function useTooltip() {
  const [state, setState] = useState<State>("closed");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const entered = useRef(false);
  const pressed = useRef(false);

  const close = useCallback(() => {
    clearTimeout(timer.current);
    if (closeOpen === close) {
      closeOpen = undefined;
      closedAt = performance.now();
    }
    setState("closed");
  }, []);
  const show = useCallback(
    (how: State) => {
      clearTimeout(timer.current);
      if (closeOpen !== close) closeOpen?.();
      closeOpen = close;
      setState(how);
    },
    [close],
  );
  useEffect(() => close, [close]);

  const onPointerMove = ({ pointerType }: PointerEvent) => {
    if (pointerType === "touch" || entered.current) return;
    entered.current = true;
    if (closeOpen || performance.now() - closedAt < warmMs) show("instant-open");
    else {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => show("delayed-open"), delayMs);
    }
  };
  const onPointerLeave = () => {
    entered.current = false;
    close();
  };
  const onPointerDown = () => {
    if (state !== "closed") close();
    pressed.current = true;
    document.addEventListener(
      "pointerup",
      () => {
        pressed.current = false;
      },
      { once: true },
    );
  };
  const onFocus = ({ currentTarget }: FocusEvent<HTMLElement>) => {
    // What a hand opens puts the focus on its first button: nobody asked what that is, and Escape would close the answer.
    if (!pressed.current && !byFinger && currentTarget.matches(":focus-visible")) show("instant-open");
  };
  const deeds = { onPointerMove, onPointerLeave, onPointerDown, onFocus, onBlur: close, onClick: close };
  return { state, close, deeds };
}
