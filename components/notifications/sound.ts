import { registerFold } from "#components/live/folds.ts";
import { chime } from "#components/ui/chime.ts";

const heardKey = "parley:heard";

/**
 * Whether this tab is the first of the browser's to hear of the person's event. Companies count their events apart: one
 * person's, in a company that counts on from a million, says nothing of another's.
 */
export function isFirst(userId: string, seq: number): boolean {
  try {
    const [who, heard] = (localStorage.getItem(heardKey) ?? "").split(" ");
    if (who === userId && Number(heard) >= seq) return false;
    localStorage.setItem(heardKey, `${userId} ${seq}`);
  } catch {
    // Without a memory to share, each tab sounds.
  }
  return true;
}

/* However many come at once, they are one sound. */
registerFold({
  types: ["notification/changed"],
  apply: ({ userId }, events) => {
    const last = events.findLast(({ data }) => data?.sound === true);
    if (last && isFirst(userId, last.seq)) chime();
  },
});
