const exact = 1024;
const steps = 512;

/** Values in order fall into slots in order: each its own up to 1024, then as wide as one part in 512. */
function slotOf(value: number): number {
  if (value < exact) return Math.max(0, value);
  const power = 31 - Math.clz32(value);
  return exact + (power - 10) * steps + ((value >>> (power - 9)) & (steps - 1));
}

const counts = new Int32Array(exact + 21 * steps);
const few = 256;

const inOrder = (pieces: readonly Int32Array[], size: number): Int32Array => {
  const all = new Int32Array(size);
  let place = 0;
  for (const piece of pieces) {
    all.set(piece, place);
    place += piece.length;
  }
  return all.sort();
};

/** The values of one slot, in order. */
function valuesIn(pieces: readonly Int32Array[], slot: number, size: number): Int32Array {
  const found = new Int32Array(size);
  const doublings = Math.floor((slot - exact) / steps) + 1;
  const lowest = (steps + ((slot - exact) % steps)) * 2 ** doublings;
  const beyond = lowest + 2 ** doublings;
  let place = 0;
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += 1) {
      const value = piece[at] ?? 0;
      if (value < lowest || value >= beyond) continue;
      found[place] = value;
      place += 1;
    }
  return found.sort();
}

/** The values at some ranks (from 0, rising) once all are in order. Millions are counted through, not sorted. */
function ranked(pieces: readonly Int32Array[], ranks: readonly number[]): number[] {
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (size <= few) {
    const all = inOrder(pieces, size);
    return ranks.map((rank) => all[rank] ?? 0);
  }
  counts.fill(0);
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += 1) {
      const slot = slotOf(piece[at] ?? 0);
      counts[slot] = (counts[slot] ?? 0) + 1;
    }
  const known = new Map<number, Int32Array>();
  let before = 0;
  let slot = 0;
  return ranks.map((rank) => {
    for (; before + (counts[slot] ?? 0) <= rank; slot += 1) before += counts[slot] ?? 0;
    if (slot < exact) return slot;
    const values = known.get(slot) ?? valuesIn(pieces, slot, counts[slot] ?? 0);
    known.set(slot, values);
    return values[rank - before] ?? 0;
  });
}

/** Where each part of all values ends, between the two nearest ranks as `percentile_cont` has it; null of nothing. */
export function percentiles(pieces: readonly Int32Array[], parts: readonly number[]): (number | null)[] {
  const last = pieces.reduce((sum, piece) => sum + piece.length, 0) - 1;
  if (last < 0) return parts.map(() => null);
  const places = parts.map((part) => part * last);
  const found = ranked(
    pieces,
    places.flatMap((place) => [Math.floor(place), Math.ceil(place)]),
  );
  return places.map((place, index) => {
    const [below = 0, above = 0] = found.slice(index * 2, index * 2 + 2);
    return below + (above - below) * (place - Math.floor(place));
  });
}
