import type { KeyboardEvent } from "react";

export const sendKeys = ["enter", "mod+enter"] as const;
export type SendKeys = (typeof sendKeys)[number];

type Stroke = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">;

/** Whether a stroke sends. Ctrl or Cmd with Enter always does; on a touch keyboard Enter alone never does. */
export function sendsWith(stroke: Stroke, chosen: SendKeys, touch: boolean): boolean {
  if (stroke.key !== "Enter" || stroke.shiftKey || stroke.altKey) return false;
  if (stroke.ctrlKey || stroke.metaKey) return true;
  return chosen === "enter" && !touch;
}

export function isTouch(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}
