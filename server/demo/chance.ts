/** The same demo every time: a small generator of numbers from 0 to 1. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** The item that a roll from 0 to 1 falls on. */
export function pick<T>(from: readonly T[], roll: number): T {
  const found = from[Math.min(from.length - 1, Math.floor(roll * from.length))];
  if (found === undefined) throw new Error("nothing to pick from");
  return found;
}
