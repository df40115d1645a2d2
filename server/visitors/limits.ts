import { noteAttempt } from "#server/base/attempts.ts";
import { hour, minute, now } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";

/** What a visitor may do before being asked to wait (decisions.md M3): so much in so many milliseconds. */
const limits = {
  /** By address. */
  conversations: { most: 20, within: hour },
  /** New ones: of anonymous visitors by address, of a signed identity by whom it names. */
  sessions: { most: 120, within: hour },
  transcripts: { most: 20, within: hour },
  /**
   * In bytes, sent or not: thirty photos of a telephone. Someone who keeps taking new sessions is still one network.
   */
  uploadBytes: { most: 100 * 1024 * 1024, within: hour },
  /** By session. */
  messages: { most: 30, within: minute },
  uploads: { most: 10, within: minute },
  signals: { most: 120, within: minute },
} as const;

export type LimitName = keyof typeof limits;

type Window = { used: number; endsAt: number };

const windows = new Map<string, Window>();
let sweptAt = 0;

function sweep(at: number): void {
  if (at - sweptAt < minute) return;
  sweptAt = at;
  for (const [key, window] of windows) if (window.endsAt <= at) windows.delete(key);
}

/** Takes so much; over the limit it takes nothing and throws `rate_limited` with the whole seconds to wait. */
export function take(name: LimitName, key: string, amount = 1): void {
  const at = now().getTime();
  sweep(at);
  const { most, within } = limits[name];
  const id = `${name}:${key}`;
  let window = windows.get(id);
  if (!window || window.endsAt <= at) {
    window = { used: 0, endsAt: at + within };
    windows.set(id, window);
  }
  if (window.used + amount > most) {
    noteAttempt(`visitors:${id}`, { limit: name, of: key }, "a limit of visitors was reached");
    const retryAfter = Math.max(1, Math.ceil((window.endsAt - at) / 1000));
    throw new AppError("rate_limited", {
      message: `Too many at once. Try again in ${retryAfter} s.`,
      extra: { retryAfter },
    });
  }
  window.used += amount;
}

/** Gives it back: the request it was taken for changed nothing. */
export function giveBack(name: LimitName, key: string, amount = 1): void {
  const window = windows.get(`${name}:${key}`);
  if (window) window.used = Math.max(0, window.used - amount);
}
