/** Room for all values in one piece, kept for the next time. */
let room = new Int32Array(1 << 16);

/** From so many on, a sample tells first about where the value lies. */
const large = 600;

function swap(all: Int32Array, one: number, other: number): void {
  const kept = all[one] ?? 0;
  all[one] = all[other] ?? 0;
  all[other] = kept;
}

/**
 * Floyd and Rivest's SELECT (Communications of the ACM 18, 1975): afterwards the value of this rank is in its place,
 * between `left` and `right`, with the lower ones before it and the higher ones behind. Millions are not sorted.
 */
function select(all: Int32Array, rank: number, from: number, to: number): void {
  let [left, right] = [from, to];
  while (right > left) {
    if (right - left > large) {
      const size = right - left + 1;
      const place = rank - left + 1;
      const log = Math.log(size);
      const sample = 0.5 * Math.exp((2 * log) / 3);
      const spread = 0.5 * Math.sqrt((log * sample * (size - sample)) / size) * Math.sign(place - size / 2);
      const first = Math.floor(rank - (place * sample) / size + spread);
      const last = Math.floor(rank + ((size - place) * sample) / size + spread);
      select(all, rank, Math.max(left, first), Math.min(right, last));
    }
    const middle = all[rank] ?? 0;
    let [low, high] = [left, right];
    while (low <= high) {
      while ((all[low] ?? 0) < middle) low += 1;
      while ((all[high] ?? 0) > middle) high -= 1;
      if (low > high) break;
      swap(all, low, high);
      low += 1;
      high -= 1;
    }
    if (high < rank) left = low;
    if (low > rank) right = high;
  }
}

/** The lowest value from `from` on. */
function lowest(all: Int32Array, from: number, size: number): number {
  let found = all[from] ?? 0;
  for (let at = from + 1; at < size; at += 1) found = Math.min(found, all[at] ?? 0);
  return found;
}

/** Where each part of all values ends, between the two nearest ranks as `percentile_cont` has it; null of nothing. Parts rise. */
export function percentiles(pieces: readonly Int32Array[], parts: readonly number[]): (number | null)[] {
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (size === 0) return parts.map(() => null);
  if (room.length < size) room = new Int32Array(size);
  const all = room;
  let filled = 0;
  for (const piece of pieces) {
    all.set(piece, filled);
    filled += piece.length;
  }
  let known = 0;
  return parts.map((part) => {
    const place = part * (size - 1);
    const rank = Math.floor(place);
    select(all, rank, known, size - 1);
    known = rank;
    const below = all[rank] ?? 0;
    return place === rank ? below : below + (lowest(all, rank + 1, size) - below) * (place - rank);
  });
}
