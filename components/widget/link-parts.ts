export type TextPart = { text: string; href?: string };

const pattern = /\b(?:https?:\/\/|mailto:|tel:)[^\s<>"']+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu;

/** Full stops and brackets after an address are the sentence's own. */
function trimmed(found: string): string {
  let text = found.replace(/[.,;:!?…]+$/u, "");
  while (text.endsWith(")") && text.split("(").length < text.split(")").length) text = text.slice(0, -1);
  return text.replace(/[.,;:!?…]+$/u, "");
}

function hrefOf(text: string): string | undefined {
  const address = /^(?:https?|mailto|tel):/i.test(text) ? text : `mailto:${text}`;
  if (!URL.canParse(address)) return undefined;
  // Only these can be clicked; javascript:, data: and the like stay text.
  return ["http:", "https:", "mailto:", "tel:"].includes(new URL(address).protocol) ? address : undefined;
}

/** A text in pieces, those that are addresses with where they lead. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    const found = trimmed(match[0]);
    const href = hrefOf(found);
    if (!href) continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index) });
    parts.push({ text: found, href });
    at = match.index + found.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}
