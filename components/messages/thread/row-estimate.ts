import { imageFrame } from "../bubble/image-frame.ts";
import type { ThreadItem } from "./thread-items.ts";

const lineHeight = 22;
const heights: Partial<Record<string, number>> = { audio: 54, video: 180, location: 60, file: 34 };

/** How tall a row of the thread will be with so many signs in a line: near enough that scrolling hardly needs correcting. */
export function rowEstimate(item: ThreadItem, lineSigns: number): number {
  switch (item.kind) {
    case "day":
      return 38;
    case "new":
      return 32;
    case "event":
      return 24;
    case "events":
      return 32;
    case "note":
      return 70 + textHeight(item.note.text, lineSigns * 1.5);
    case "noteOnTheWay":
      return 70 + textHeight(item.text, lineSigns * 1.5);
    case "pending":
      return 84 + textHeight(item.pending.text, lineSigns);
    default: {
      const message = item.kind === "message" ? item.message : item.outgoing.message;
      const [first] = message.attachments;
      const picture = message.type === "image" && first ? imageFrame(first).height : 0;
      const attached = heights[message.type] ?? 0;
      const heading = item.place.first ? 32 : 2;
      return heading + 12 + picture + attached + (message.text || !picture ? textHeight(message.text, lineSigns) : 0);
    }
  }
}

function textHeight(text: string, signs: number): number {
  let lines = 0;
  for (const line of text.split("\n")) lines += Math.max(1, Math.ceil(line.length / signs));
  return lines * lineHeight;
}
