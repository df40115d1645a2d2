import { useRef, useState } from "react";
import type { Loss } from "../../forms/use-unsaved.ts";

/** Closing a dialog by a key, its button or a press beside it: where that would lose something, it asks first. */
export function useAskingFirst(open: boolean, onOpenChange: (open: boolean) => void) {
  const unsaved = useRef<Loss>(undefined);
  const [asking, setAsking] = useState(false);
  const [loss, setLoss] = useState<Loss>("words");
  // Saved while it was being asked.
  if (asking && !open) setAsking(false);
  return {
    unsaved,
    change: (next: boolean) => {
      if (next || !unsaved.current) return onOpenChange(next);
      setLoss(unsaved.current);
      setAsking(true);
    },
    question: { loss, open: asking && open, onOpenChange: setAsking, onConfirm: () => onOpenChange(false) },
  };
}
