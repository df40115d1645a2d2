import { type Frame, pictureFrame } from "#components/thread/picture-frame.ts";
import type { Attachment } from "#server/messages/schema.ts";

const limits = { maxWidth: 240, maxHeight: 240, minWidth: 96, minHeight: 64 };
const unknown = { width: 240, height: 180 };

/** The room of a picture in the inbox's thread. */
export function imageFrame(attachment: Pick<Attachment, "width" | "height">): Frame {
  return pictureFrame(attachment, limits, unknown);
}
