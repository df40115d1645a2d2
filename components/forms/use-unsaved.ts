import { createContext, type RefObject, useContext, useEffect, useState } from "react";
import { changesIn } from "./draft-changes.ts";

/** Of the dialog around a form: whether closing it would lose something. */
export const UnsavedContext = createContext<RefObject<boolean> | undefined>(undefined);

/** Tells the dialog around a form what stands in it: where that is not what it began with, closing it asks first. */
export function useUnsaved(draft: unknown): void {
  const unsaved = useContext(UnsavedContext);
  const now = JSON.stringify(draft);
  const [first] = useState(now);
  const changed = now !== first;
  useEffect(() => {
    if (!unsaved) return;
    unsaved.current = changed;
    return () => {
      unsaved.current = false;
    };
  }, [unsaved, changed]);
}

/** `useUnsaved`, and what was changed here: only that is sent, so that what others save meanwhile stays. */
export function useUnsavedChanges<Draft extends object>(draft: Draft): Partial<Draft> {
  const [first] = useState(draft);
  useUnsaved(draft);
  return changesIn(draft, first);
}
