import { mostBytes } from "#server/uploads/choices.ts";

/** Bytes of visitors' files that this process holds at once, whoever's they are. */
const most = 2 * mostBytes;

let free = most;
const waiting: { bytes: number; begin: () => void }[] = [];

/** Waits for room for a file in memory, in the order of asking; answers what gives the room back. */
export async function takeRoom(wanted: number): Promise<() => void> {
  const bytes = Math.min(wanted, most);
  if (waiting.length > 0 || bytes > free) await new Promise<void>((begin) => waiting.push({ bytes, begin }));
  else free -= bytes;
  let given = false;
  return () => {
    if (given) return;
    given = true;
    free += bytes;
    for (let next = waiting[0]; next && next.bytes <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.bytes;
      next.begin();
    }
  };
}
