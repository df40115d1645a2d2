let segmenter: Intl.Segmenter | undefined;
/** A plain letter that nothing joins: most names need no knowledge of scripts, which a browser loads when first asked. */
const plainLeading = /^[!-/:-@[-`{-~]*([a-z0-9])(?![^!-~])/i;

/** Up to two letters of a name: first and last word; an emoji or another script counts as it is read. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s._@-]+/)
    .filter(Boolean);
  const first = words[0];
  const last = words.at(-1);
  if (!first || !last) return "?";
  const sign = leading(first);
  if (words.length === 1 || /\p{Extended_Pictographic}/u.test(sign)) return sign.toUpperCase();
  // The zero-width non-joiner keeps two Arabic letters from becoming a word.
  return `${sign}\u200c${leading(last)}`.toUpperCase();
}

function leading(word: string): string {
  const plain = plainLeading.exec(word)?.[1];
  if (plain) return plain;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const letter = [...segmenter.segment(word)]
    .map((part) => part.segment)
    .find((sign) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(sign));
  return letter ?? "?";
}

/** One of 24 hues, always the same for the same id. */
export function hueStep(id: string): number {
  let hash = 0;
  for (let index = 0; index < id.length; index += 1) hash = (hash * 31 + id.charCodeAt(index)) >>> 0;
  // Mixes the high bits down: ids of one moment differ only in their tail.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) % 24;
}
