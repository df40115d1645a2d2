import { useRef, useState } from "react";

/** Closing a dialog by a key, its button or a press beside it: with words in its form that are not saved, it asks first. */
export function useAskingFirst(open: boolean, onOpenChange: (open: boolean) => void) {
  const unsaved = useRef(false);
  const [asking, setAsking] = useState(false);
  // Saved while it was being asked.
  if (asking && !open) setAsking(false);
  return {
    unsaved,
    change: (next: boolean) => {
      if (!next && unsaved.current) setAsking(true);
      else onOpenChange(next);
    },
    question: { open: asking && open, onOpenChange: setAsking, onConfirm: () => onOpenChange(false) },
  };
}
