/* Breaks, and marks that steer, hide or turn what stands around them; not the joiners of emoji and of Persian words, nor flags. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
const steering =
  /(\u{1f3f4}[\u{e0020}-\u{e007f}]+)|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

const clusters = new Intl.Segmenter();

/** At most so many code points, and no half of a sign at the end: an emoji of several, a letter with its marks. */
export function shortened(text: string, most: number): string {
  const signs = [...text];
  if (signs.length <= most) return text;
  const cut = signs.slice(0, most - 1).join("");
  const begun = clusters.segment(text).containing(cut.length)?.index ?? cut.length;
  return `${(text.slice(0, begun) || cut).trimEnd()}…`;
}

/** What people have written: in one line, without signs that steer, and not endless. */
export const oneLine = (text: string, most: number): string =>
  shortened(text.replaceAll(breaks, " ").replaceAll(steering, "$1").trim(), most);
