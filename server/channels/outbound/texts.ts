/** Length as the platform counts: characters (code points), or bytes of UTF-8. */
function sizeOf(text: string, unit: "characters" | "bytes"): number {
  return unit === "bytes" ? Buffer.byteLength(text, "utf8") : [...text].length;
}

/** Pieces of at most `most`, cut at line ends, sentences or words where there are any, never inside a character. */
export function splitText(text: string, most: number, unit: "characters" | "bytes" = "characters"): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (sizeOf(rest, unit) > most) {
    const head = longestHead(rest, most, unit);
    const cut = breakIn(head);
    pieces.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  return rest === "" && pieces.length > 0 ? pieces : [...pieces, rest];
}

/** How far into the text each of its pieces reaches, in characters. */
export function reachesOf(text: string, pieces: readonly string[]): number[] {
  let end = 0;
  return pieces.map((piece) => {
    end = text.indexOf(piece, end) + piece.length;
    return [...text.slice(0, end)].length;
  });
}

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

function longestHead(text: string, most: number, unit: "characters" | "bytes"): string {
  let size = 0;
  let end = 0;
  for (const { segment } of graphemes.segment(text)) {
    size += sizeOf(segment, unit);
    if (size > most) break;
    end += segment.length;
  }
  return text.slice(0, end || 1);
}

function breakIn(head: string): number {
  const least = head.length / 2;
  for (const pattern of [/\n(?!.*\n)/s, /[.!?…] (?!.*[.!?…] )/s, / (?!.* )/s]) {
    const found = pattern.exec(head);
    if (found && found.index + found[0].length > least) return found.index + found[0].length;
  }
  return head.length;
}

/** At most `most` characters, with an ellipsis where something was cut. */
export function shorten(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}

/** The options under a text, numbered from 1: for channels and numbers that buttons do not fit. */
export function numbered(text: string, options: readonly string[]): string {
  const lines = options.map((option, index) => `${index + 1}. ${option}`);
  return [text, ...lines].filter((line) => line !== "").join("\n");
}

/** What a tapped button carries back: which option of which message. */
export function choiceId(messageId: string, index: number): string {
  return `o:${messageId}:${index}`;
}

export function choiceOf(id: string): { messageId: string; index: number } | undefined {
  const [, messageId, index] = /^o:([0-9a-f-]{36}):(\d{1,2})$/.exec(id) ?? [];
  return messageId ? { messageId, index: Number(index) } : undefined;
}
