import { later } from "#server/db/outside.ts";
import { mostBytes } from "#server/uploads/choices.ts";

/** Bytes of visitors' files that this process holds at once, whoever's they are. */
const most = 2 * mostBytes;

let free = most;
const waiting: { bytes: number; begin: () => void }[] = [];

/**
 * Waits for room for a file in memory, in the order of asking; answers what gives the room back. Undefined where there
 * was none within so many milliseconds.
 */
export async function takeRoom(wanted: number, withinMs = Number.POSITIVE_INFINITY): Promise<(() => void) | undefined> {
  const bytes = Math.min(wanted, most);
  if (waiting.length > 0 || bytes > free) {
    if (!(await turn(bytes, withinMs))) return undefined;
  } else free -= bytes;
  let given = false;
  return () => {
    if (given) return;
    given = true;
    free += bytes;
    admit();
  };
}

/** Whether it came in time. */
function turn(bytes: number, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const leave = () => {
      const place = waiting.indexOf(one);
      if (place === -1) return;
      waiting.splice(place, 1);
      resolve(false);
      // Those behind it may need less.
      admit();
    };
    const timer = Number.isFinite(withinMs) ? later(leave, withinMs) : undefined;
    const begin = () => {
      clearTimeout(timer);
      resolve(true);
    };
    const one = { bytes, begin };
    waiting.push(one);
  });
}

function admit(): void {
  for (let next = waiting[0]; next && next.bytes <= free; next = waiting[0]) {
    waiting.shift();
    free -= next.bytes;
    next.begin();
  }
}
