import { withoutTrailing } from "#components/ui/address-end.ts";

export type TextPart = { text: string; href?: string };

/* A mail address begins where no sign of one stands before, or each sign of a long word would be tried as its beginning. */
const pattern = /\b(?:https?:\/\/|mailto:|tel:)[^\s<>"']+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu;

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
    const found = withoutTrailing(match[0]);
    const href = hrefOf(found);
    if (!href) continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index) });
    parts.push({ text: found, href });
    at = match.index + found.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}
