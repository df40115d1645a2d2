export type TextPart = { text: string; href?: string };

/* Addresses people type: with a scheme, beginning with www., mail addresses, and international phone numbers. */
const candidate =
  /(?<url>\b(?:https?:\/\/|www\.)[^\s<>"]+)|(?<scheme>\b(?:mailto|tel):[^\s<>"]+)|(?<mail>\b[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,})|(?<phone>(?<![\p{L}\p{N}])\+\d[\d ()-]{6,18}\d)/giu;

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
    const shown = withoutTrailing(match[0]);
    const href = safeHref(addressOf(shown, match.groups ?? {}));
    if (!href) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: shown, href });
    end = match.index + shown.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

function addressOf(shown: string, groups: Record<string, string | undefined>): string {
  if (groups.mail) return `mailto:${shown}`;
  if (groups.phone) return `tel:${shown.replace(/[^\d+]/g, "")}`;
  return /^www\./i.test(shown) ? `https://${shown}` : shown;
}

const closers: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/* The full stop after an address is the sentence's; a bracket belongs to it only if it was opened in it. */
function withoutTrailing(address: string): string {
  let kept = address;
  for (;;) {
    const last = kept.at(-1) ?? "";
    const opener = closers[last];
    const extra = opener ? count(kept, last) > count(kept, opener) : /[.,;:!?'"»”’…]/.test(last);
    if (!extra) return kept;
    kept = kept.slice(0, -1);
  }
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}
