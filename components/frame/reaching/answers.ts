import { insist } from "#components/ui/late/insist.ts";

const patienceMs = 4000;

/** Whether the server answers now; throws where it cannot be reached. */
export async function answers(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return (await fetch("/health", { cache: "no-store", signal: AbortSignal.timeout(patienceMs) })).ok;
}

async function reached(): Promise<void> {
  if (!(await answers())) throw new Error("not yet");
}

/** Calls once the server answers. Answers what calls it off. */
export const onceReached = (then: () => void): (() => void) => insist(reached, then);
