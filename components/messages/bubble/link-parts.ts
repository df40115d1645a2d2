import { withoutTrailing } from "#components/ui/address-end.ts";

export type TextPart = { text: string; href?: string };

/*
 * Addresses people type: with a scheme, beginning with www., mail addresses, and international phone numbers. A mail
 * address begins where no sign of one stands before, or each sign of a long word would be tried as its beginning.
 */
const candidate =
  /(?<url>\b(?:https?:\/\/|www\.)[^\s<>"]+)|(?<scheme>\b(?:mailto|tel):[^\s<>"]+)|(?<mail>(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@(?:[\p{L}\p{N}-]{1,63}\.){1,9}\p{L}{2,63})|(?<phone>(?<![\p{L}\p{N}])\+\d[\d ()-]{6,18}\d)/giu;

const allowed = new Set(["http:", "https:", "mailto:", "tel:"]);

/** The address as a link may carry it; undefined for every scheme but http, https, mailto and tel. */
export function safeHref(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return allowed.has(url.protocol) ? url.href : undefined;
}

/** Cuts text into plain pieces and links. Joined again, the pieces are the text, sign for sign. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(candidate)) {
    // Signs before a mail address are the sentence's too.
    const before = match.groups?.mail ? (/^[._%+-]*/.exec(match[0])?.[0].length ?? 0) : 0;
    const start = match.index + before;
    const shown = withoutTrailing(match[0].slice(before));
    const href = safeHref(addressOf(shown, match.groups ?? {}));
    if (!href) continue;
    if (start > end) parts.push({ text: text.slice(end, start) });
    parts.push({ text: shown, href });
    end = start + shown.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

function addressOf(shown: string, groups: Record<string, string | undefined>): string {
  if (groups.mail) return `mailto:${shown}`;
  if (groups.phone) return `tel:${shown.replace(/[^\d+]/g, "")}`;
  return /^www\./i.test(shown) ? `https://${shown}` : shown;
}
