import { useState } from "react";
import { changesIn, valuesOf } from "./draft-changes.ts";

/**
 * A form that is saved as a whole: `stored` with the changes made here. What others save meanwhile is taken over, except
 * where it is being changed here, and only the changes are sent, so that nobody's work goes without a word.
 */
export function useDraftChanges<Draft extends object>(stored: Draft) {
  const [own, setOwn] = useState<Partial<Draft>>({});
  /** What stood in the fields that are being changed when their change began. */
  const [before, setBefore] = useState<Partial<Draft>>({});
  const changes = changesIn(own, stored);
  const begun = valuesOf(before, changes);
  return {
    draft: { ...stored, ...changes },
    changes,
    dirty: Object.keys(changes).length > 0,
    /** Others have saved something else where it is being changed here: saving replaces that. */
    overtaken: Object.keys(changesIn(begun, stored)).length > 0,
    change: (part: Partial<Draft>) => {
      setOwn((earlier) => changesIn({ ...earlier, ...part }, stored));
      setBefore({ ...valuesOf(stored, part), ...begun });
    },
    discard: () => setOwn({}),
    /** Once `sent` is stored: what has been typed since stays a change. */
    settle: (sent: Partial<Draft>) => {
      setOwn((earlier) => changesIn(earlier, sent));
      setBefore(sent);
    },
  };
}
