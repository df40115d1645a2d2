/** What a message with a file is, by the content type of the file. */
export const fileKinds = ["image", "video", "audio", "file"] as const;
export type FileKind = (typeof fileKinds)[number];

const pictures: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]);

/** Only pictures that are made anew here are shown as one; all others are files. */
export function kindOfType(contentType: string): FileKind {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (pictures.has(type)) return "image";
  if (type.startsWith("audio/")) return "audio";
  return type.startsWith("video/") ? "video" : "file";
}

/** No file is larger, whatever the channel. */
export const mostBytes = 100 * 1024 * 1024;

/** A file's name without what shows as nothing: signs of direction make "a\u202egnp.exe" read as "aexe.png". */
export const plainName = (name: string) => name.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, "");
