/** Letters without an accent to take away, as keyboards without them write them. */
const plain = new Map(
  ["đd", "ðd", "ħh", "ıi", "łl", "øo", "þth", "æae", "œoe", "ßss"].map((one) => [one[0], one.slice(1)]),
);

/** Lower case, without accents and marks of direction, as the database's search: "jose" finds "José", and "lukasz" finds "Łukasz". */
export function folded(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .replace(/[đðħıłøþæœß]/g, (letter) => plain.get(letter) ?? letter);
}
