import type { ThreadItem } from "./thread-items.ts";

/** Which of the items are being edited, as it is drawn (`../bubble/text-editor.tsx`). */
export function editedIn(drawn: ParentNode | null, items: readonly ThreadItem[]): number[] {
  const editors = drawn?.querySelectorAll("[data-editing]") ?? [];
  const keys = [...editors].map((editor) => editor.closest<HTMLElement>("[data-key]")?.dataset.key);
  return keys.map((key) => items.findIndex((item) => item.key === key)).filter((index) => index >= 0);
}

/** The rows in view, in their order, and those that stay however far one scrolls: what was typed there is nowhere else. */
export function rowsWith(inView: readonly number[], edited: readonly number[]): number[] {
  return [...new Set([...inView, ...edited])].sort((a, b) => a - b);
}
