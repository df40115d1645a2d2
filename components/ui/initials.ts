const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Up to two letters of a name: first and last word; an emoji or another script counts as it is read. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s._@-]+/)
    .filter(Boolean);
  const first = words[0];
  const last = words.at(-1);
  if (!first || !last) return "?";
  const signs = words.length === 1 ? [leading(first)] : [leading(first), leading(last)];
  return signs.join("").toLocaleUpperCase();
}

function leading(word: string): string {
  const letter = [...segmenter.segment(word)]
    .map((part) => part.segment)
    .find((sign) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(sign));
  return letter ?? "?";
}

/** One of 24 hues, always the same for the same id. */
export function hueStep(id: string): number {
  let hash = 0;
  for (let index = 0; index < id.length; index += 1) hash = (hash * 31 + id.charCodeAt(index)) >>> 0;
  return hash % 24;
}
