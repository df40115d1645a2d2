import { afterCommitOf, beforeCommitOf, type LastWork, outsideScope } from "./pool.ts";

/** Runs after the open transaction has committed, in no scope; at once where none is open. */
export function afterCommit(work: () => void): void {
  afterCommitOf(() => outsideScope(work));
}

/**
 * For what no rollback takes back, like a file: runs last before the open transaction commits, and not at all where
 * that, or the part of it that asked, is rolled back; at once where none is open.
 */
export const beforeCommit = (last: LastWork): Promise<void> => beforeCommitOf(last);

/** A timer outside any transaction, wherever it is started: its work opens its own company and connection. */
export function later(work: () => void, ms: number): NodeJS.Timeout {
  return outsideScope(() => setTimeout(work, ms));
}

/** The same again and again. */
export function every(work: () => void, ms: number): NodeJS.Timeout {
  return outsideScope(() => setInterval(work, ms));
}
