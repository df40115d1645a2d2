/** Whole seconds, four bytes each, as `int4send` writes them. */
export function unpacked(pieces: readonly Buffer[]): Int32Array {
  const values = new Int32Array(pieces.reduce((sum, piece) => sum + piece.length / 4, 0));
  let place = 0;
  for (const piece of pieces) {
    const view = new DataView(piece.buffer, piece.byteOffset, piece.length);
    for (let at = 0; at < piece.length; at += 4) {
      values[place] = view.getInt32(at);
      place += 1;
    }
  }
  return values;
}

const small = 1024;
const slots = 4096;

/** The value that stands at `rank` (from 0) once all are in order. A million of them are gone through, not sorted. */
export function ranked(values: Int32Array, rank: number): number {
  if (values.length <= small) return values.slice().sort()[rank] ?? 0;
  let least = values[0] ?? 0;
  let most = least;
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (least === most) return least;
  const width = Math.floor((most - least) / slots) + 1;
  const counts = new Int32Array(slots + 1);
  const slotOf = (value: number) => Math.floor((value - least) / width);
  for (const value of values) counts[slotOf(value)] = (counts[slotOf(value)] ?? 0) + 1;
  let before = 0;
  let slot = 0;
  while (before + (counts[slot] ?? 0) <= rank) {
    before += counts[slot] ?? 0;
    slot += 1;
  }
  return ranked(
    values.filter((value) => slotOf(value) === slot),
    rank - before,
  );
}

/** Between the two nearest ranks, as `percentile_cont` has it; null of nothing. */
export function percentile(values: Int32Array, part: number): number | null {
  if (values.length === 0) return null;
  const place = part * (values.length - 1);
  const below = ranked(values, Math.floor(place));
  if (Number.isInteger(place)) return below;
  const above = ranked(values, Math.ceil(place));
  return below + (above - below) * (place - Math.floor(place));
}
