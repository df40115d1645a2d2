import type { RunReason } from "../choices.ts";

/** Why a run did not succeed. */
export class ActFailure extends Error {
  readonly reason: RunReason;
  /** Whether trying again may help. */
  readonly retryable: boolean;

  constructor(reason: RunReason, message: string, retryable = false) {
    super(message);
    this.name = "ActFailure";
    this.reason = reason;
    this.retryable = retryable;
  }
}

/** There is nothing to do for this conversation, which is no failure. */
export function nothingToDo(message: string): ActFailure {
  return new ActFailure("nothing", message);
}
