import { createContext, type RefObject, useContext, useEffect, useState } from "react";

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
