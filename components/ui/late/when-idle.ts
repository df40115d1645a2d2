/** A page that is never idle does it by then all the same. */
const withinMs = 2000;

/** Runs what nobody waits for, once the browser has nothing else to do; what it answers calls it off. */
export function whenIdle(run: () => void): () => void {
  // Not in every browser we serve.
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(run, 0);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(run, { timeout: withinMs });
  return () => cancelIdleCallback(asked);
}
