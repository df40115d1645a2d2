import type { Reply } from "#components/live/outbox.ts";
import type { Message } from "#server/messages/schema.ts";
import type { ReadyFile } from "../composer/use-composer-handle.ts";
import { partsOf } from "./reply-parts.ts";

/** Stands above replies that are left by themselves. */
const pointer = "👇";

type Failed = Pick<Message, "type" | "text" | "attachments" | "responseOptions" | "extra">;

/** The first file is what its message is; the others are known by what they hold, and without that are pictures. */
function kindOf(type: Message["type"], index: number, contentType: string): ReadyFile["kind"] {
  if (index === 0 && (type === "audio" || type === "video" || type === "file")) return type;
  const [kind] = contentType.split("/");
  if (kind === "audio" || kind === "video") return kind;
  return index > 0 && contentType && kind !== "image" ? "file" : "image";
}

type Span = NonNullable<NonNullable<Failed["extra"]>["lost"]>[number];

/** What never left, and what was lost after the platform had taken it; all of it, where nothing else is known. */
function spansAgain({ extra }: Failed, files: number, characters: number): Span[] {
  const { arrived, lost = [] } = extra ?? {};
  if (lost.length > 0 && !arrived) return lost;
  const { files: file, characters: word } = arrived ?? { files: 0, characters: 0 };
  return [...lost, { files: [file, files], characters: [word, characters], options: true }];
}

/** The words of these spans; what lay between two of them has arrived. */
function wordsOf(spans: readonly Span[], text: readonly string[]): string {
  const pieces = spans.map(({ characters: [from, to] }, index) => {
    const joins = index === 0 || spans[index - 1]?.characters[1] === from;
    return `${joins ? "" : "\n"}${text.slice(from, to).join("")}`;
  });
  return pieces.join("").trim();
}

/** What of a message that failed has not arrived: its words, all of its files, what it answers and the replies it offers. */
export function partsAgain(message: Failed): Reply[] {
  const { type, text, attachments, responseOptions, extra } = message;
  const files = attachments.map(({ image_url: url, title }, index): ReadyFile => {
    const file = extra?.files?.find((one) => one.url === url);
    const kind = kindOf(type, index, file?.contentType ?? "");
    return { kind, url, name: file?.name ?? title, voice: file?.voice === true };
  });
  const characters = [...text];
  const spans = spansAgain(message, files.length, characters.length);
  const words = wordsOf(spans, characters);
  const left = spans.flatMap((span) => files.slice(...span.files));
  const options = spans.some((span) => span.options) ? responseOptions : [];
  const parts = partsOf({
    text: words || left.length > 0 || options.length === 0 ? words : pointer,
    files: left,
    replyToId: extra?.quoted?.messageId ?? undefined,
  });
  if (options.length === 0) return parts;
  const last = parts.length - 1;
  return parts.map((part, index) => (index === last ? { ...part, response_options: options } : part));
}
