export type MentionPart = { text: string; mention: boolean };

/** Cuts a note where it names a colleague or a team with @; the longest name wins, so "@Ana María" is not "@Ana". */
export function mentionParts(text: string, names: readonly string[]): MentionPart[] {
  const known = [...names].filter((name) => name.trim() !== "").sort((a, b) => b.length - a.length);
  if (known.length === 0 || !text.includes("@")) return [{ text, mention: false }];
  const pattern = new RegExp(`@(?:${known.map(escaped).join("|")})(?![\\p{L}\\p{N}])`, "giu");
  const parts: MentionPart[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), mention: false });
    parts.push({ text: match[0], mention: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), mention: false });
  return parts;
}

/** Ids of the people, or teams, whom a note names. */
export function mentionedIn(text: string, people: readonly { id: string; name: string }[]): string[] {
  const names = people.map(({ name }) => name);
  const parts = mentionParts(text, names).filter(({ mention }) => mention);
  const named = new Set(parts.map((part) => part.text.slice(1).toLowerCase()));
  return people.filter(({ name }) => named.has(name.toLowerCase())).map(({ id }) => id);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
