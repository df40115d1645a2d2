import { useState } from "react";
import type { FilledTemplate } from "./use-sendable.ts";

/** A template that was taken back. Counted, so that it stands anew in a form that is open already. */
export function useUndoneTemplate() {
  const [undone, setUndone] = useState<{ template?: FilledTemplate; count: number }>({ count: 0 });
  return {
    ...undone,
    restore: (template: FilledTemplate) => setUndone(({ count }) => ({ template, count: count + 1 })),
    forget: () => setUndone(({ count }) => ({ count })),
  };
}
