import { registerFold } from "#components/live/folds.ts";
import { chime } from "#components/ui/chime.ts";

const heardKey = "parley:heard";

/** Whether this tab is the first of the browser's to hear of the event. */
function isFirst(seq: number): boolean {
  try {
    if (Number(localStorage.getItem(heardKey) ?? 0) >= seq) return false;
    localStorage.setItem(heardKey, String(seq));
  } catch {
    // Without a memory to share, each tab sounds.
  }
  return true;
}

/* However many come at once, they are one sound. */
registerFold({
  types: ["notification/changed"],
  apply: (_cache, events) => {
    const last = events.findLast(({ data }) => data?.sound === true);
    if (last && isFirst(last.seq)) chime();
  },
});
