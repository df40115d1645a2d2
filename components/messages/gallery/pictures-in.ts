import type { MessageFile } from "#server/messages/files/schema.ts";
import type { Picture } from "./lightbox.tsx";

/** Pictures in the order in which they were sent. */
export function picturesIn(files: readonly MessageFile[]): Picture[] {
  const pictures = files.filter(({ kind }) => kind === "image");
  return pictures.reverse().map(({ url, name, userName }) => ({ src: url, caption: name, name: userName }));
}
