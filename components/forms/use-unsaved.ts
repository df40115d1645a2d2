import { createContext, type RefObject, useContext, useEffect, useState } from "react";
import { changesIn } from "./draft-changes.ts";
import { useLeaveWarning } from "./leaving/use-leave-warning.ts";

/** Words that are not saved, or what is shown this once. */
export type Loss = "words" | "once";

/** Of the dialog around a form: what closing it would lose, if anything. */
export const UnsavedContext = createContext<RefObject<Loss | undefined> | undefined>(undefined);

function useLoss(loss: Loss | undefined): void {
  const unsaved = useContext(UnsavedContext);
  // The session may end elsewhere, which leads to the sign-in.
  useLeaveWarning(unsaved !== undefined && loss !== undefined);
  useEffect(() => {
    if (!unsaved) return;
    unsaved.current = loss;
    return () => {
      unsaved.current = undefined;
    };
  }, [unsaved, loss]);
}

/** Tells the dialog around a form what stands in it: where that is not what it began with, closing it asks first. */
export function useUnsaved(draft: unknown): void {
  const now = JSON.stringify(draft);
  const [first] = useState(now);
  useLoss(now === first ? undefined : "words");
}

/** Tells the dialog around something that is not shown again whether it was copied: until then closing it asks first. */
export function useShownOnce(copied: boolean): void {
  useLoss(copied ? undefined : "once");
}

/** `useUnsaved`, and what was changed here: only that is sent, so that what others save meanwhile stays. */
export function useUnsavedChanges<Draft extends object>(draft: Draft): Partial<Draft> {
  const [first] = useState(draft);
  useUnsaved(draft);
  return changesIn(draft, first);
}
