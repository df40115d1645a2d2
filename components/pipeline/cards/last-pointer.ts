"use client";

let last = "";

if (typeof document !== "undefined") {
  document.addEventListener(
    "pointerdown",
    (event) => {
      last = event.pointerType;
    },
    { capture: true, passive: true },
  );
}

/** What last touched the page: mouse, pen or touch. */
export function lastPointer(): string {
  return last;
}
