import type { Caller } from "#components/live/trpc/batch.ts";
import { CallError } from "#components/live/trpc/call-error.ts";

type Listener = () => void;
type Question = { answered: Promise<boolean>; answer: (proven: boolean) => void };

const listeners = new Set<Listener>();
let question: Question | undefined;

function tell(): void {
  for (const listener of listeners) listener();
}

/** For the page's dialog: whether an action waits for the password. */
export function subscribeToStepUp(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // The dialog is gone, so no answer will come.
    if (listeners.size === 0) answerStepUp(false);
  };
}

export const isStepUpAsked = (): boolean => question !== undefined;

/** What the dialog came to: shown who it is, or not. */
export function answerStepUp(proven: boolean): void {
  question?.answer(proven);
  question = undefined;
  tell();
}

/** Actions refused at the same moment wait for one answer. */
function ask(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  if (question) return question.answered;
  let answer: Question["answer"] = () => undefined;
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  question = { answered, answer };
  tell();
  return answered;
}

function isPasswordNeeded(error: unknown): boolean {
  const data: unknown = error instanceof CallError ? error.data : undefined;
  return typeof data === "object" && data !== null && Reflect.get(data, "error") === "password_needed";
}

/**
 * An action that needs the password asks for it and then runs again; if the dialog is cancelled, the refusal stands.
 */
export function withStepUp(caller: Caller): Caller {
  const attempt: Caller = async (call) => {
    try {
      return await caller(call);
    } catch (error) {
      if (isPasswordNeeded(error) && (await ask()) && !call.signal?.aborted) return attempt(call);
      throw error;
    }
  };
  return attempt;
}
