/** What a person does first on a page; a focus that the page itself gives is not among it. */
const signs = ["pointermove", "pointerdown", "touchstart", "keydown", "wheel"] as const;

const waiting = new Set<() => void>();
let done = false;
let lastWasKey = false;

function hear(): void {
  done = true;
  for (const sign of signs) removeEventListener(sign, hear, true);
  for (const run of waiting) run();
  waiting.clear();
}

if (typeof document !== "undefined") {
  for (const sign of signs) addEventListener(sign, hear, { capture: true, passive: true });
  const key = () => {
    lastWasKey = true;
  };
  const hand = () => {
    lastWasKey = false;
  };
  addEventListener("keydown", key, true);
  addEventListener("pointerdown", hand, true);
  addEventListener("pointermove", hand, true);
}

/** Runs once somebody moves, touches or types: what only a deed needs is fetched while the hand is on its way. */
export function onFirstDeed(run: () => void): () => void {
  if (done) {
    run();
    return () => undefined;
  }
  waiting.add(run);
  return () => waiting.delete(run);
}

export function hadFirstDeed(): boolean {
  return done;
}

/** Whether the keyboard was used last: an opening menu then puts the focus on its first entry. */
export function cameByKey(): boolean {
  return lastWasKey;
}
