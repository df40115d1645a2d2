import { afterCommitOf, outsideScope } from "./pool.ts";

/** Runs once what the open transaction did is there for all to see, in no scope; at once where none is open. */
export function afterCommit(work: () => void): void {
  afterCommitOf(() => outsideScope(work));
}

/** A timer that belongs to no transaction, whoever starts it: its work finds its own company and connection. */
export function later(work: () => void, ms: number): NodeJS.Timeout {
  return outsideScope(() => setTimeout(work, ms));
}

/** The same again and again. */
export function every(work: () => void, ms: number): NodeJS.Timeout {
  return outsideScope(() => setInterval(work, ms));
}
