const closers: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };
const ofSentence = /[.,;:!?'"»”’…]/;

/**
 * An address without what belongs to the sentence around it: the full stop after it, and a bracket that was not opened
 * in it. Reads the text once: what people send may be long and made to be slow.
 */
export function withoutTrailing(address: string): string {
  const counts = new Map<string, number>();
  for (const [sign] of address.matchAll(/[()[\]{}]/g)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? "";
    const opener = closers[last];
    const surplus = opener === undefined ? 0 : (counts.get(last) ?? 0) - (counts.get(opener) ?? 0);
    if (opener === undefined ? !ofSentence.test(last) : surplus <= 0) break;
    counts.set(last, (counts.get(last) ?? 0) - 1);
  }
  return address.slice(0, end);
}
