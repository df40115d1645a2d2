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

/** What of a message that failed has not arrived: its words, all of its files, what it answers and the replies it offers. */
export function partsAgain({ type, text, attachments, responseOptions, extra }: Failed): Reply[] {
  const { arrived = { files: 0, characters: 0 } } = extra ?? {};
  const files = attachments.map(({ image_url: url, title }, index): ReadyFile => {
    const file = extra?.files?.find((one) => one.url === url);
    const kind = kindOf(type, index, file?.contentType ?? "");
    return { kind, url, name: file?.name ?? title, voice: file?.voice === true };
  });
  const words = [...text].slice(arrived.characters).join("").trimStart();
  const parts = partsOf({
    text: words || files.length > arrived.files || responseOptions.length === 0 ? words : pointer,
    files: files.slice(arrived.files),
    replyToId: extra?.quoted?.messageId ?? undefined,
  });
  if (responseOptions.length === 0) return parts;
  const last = parts.length - 1;
  return parts.map((part, index) => (index === last ? { ...part, response_options: responseOptions } : part));
}
