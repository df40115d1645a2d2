import { useState } from "react";
import { changesIn } from "./draft-changes.ts";

/**
 * A form that is saved as a whole: `stored` with the changes made here. What others save meanwhile is taken over, except
 * where it is being changed here, and only the changes are sent, so that nobody's work goes without a word.
 */
export function useDraftChanges<Draft extends object>(stored: Draft) {
  const [own, setOwn] = useState<Partial<Draft>>({});
  const changes = changesIn(own, stored);
  return {
    draft: { ...stored, ...changes },
    changes,
    dirty: Object.keys(changes).length > 0,
    change: (part: Partial<Draft>) => setOwn((before) => changesIn({ ...before, ...part }, stored)),
    discard: () => setOwn({}),
    /** Once `sent` is stored: what has been typed since stays a change. */
    settle: (sent: Partial<Draft>) => setOwn((before) => changesIn(before, sent)),
  };
}
