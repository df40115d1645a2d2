import { fileTypeFromBuffer } from "file-type";
import { tracksOf } from "./media/looking.ts";
import type { Tracks } from "./media/tracks.ts";
import { contentTypes, type Ending, imageTypes } from "./storage.ts";

/** What a file is, by its bytes alone. */
export type Facts = {
  contentType: string;
  ending: Ending;
  width: number | null;
  height: number | null;
  durationMs: number | null;
  /** Ogg with one channel of Opus. */
  voiceNote: boolean;
};

/** Names of one type that others write differently. */
const sameType: Readonly<Record<string, string>> = {
  "audio/x-m4a": "audio/mp4",
  "audio/vnd.wave": "audio/wav",
  "audio/x-wav": "audio/wav",
  "audio/opus": "audio/ogg",
};

const textTypes: Readonly<Record<string, string>> = { csv: "text/csv", vcf: "text/vcard", ics: "text/calendar" };

/** A text has no first bytes of its own: it is one where all of it is UTF-8 and nothing in it is NUL. */
function textType(bytes: Uint8Array, fileName: string): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
  const ending = fileName.slice(fileName.lastIndexOf(".") + 1).toLowerCase();
  // Markup and scripts are texts too, and are told as nothing more.
  return textTypes[ending] ?? "text/plain";
}

/** What is not known of a sound or film; it is called what its first bytes say. */
const silent: Tracks = { width: null, height: null, durationMs: null, voiceNote: false, films: true };

/** A recording of the browser is called a film by its container, whatever is in it. */
const soundOnly: Readonly<Record<string, string>> = {
  "video/webm": "audio/webm",
  "video/mp4": "audio/mp4",
  "video/ogg": "audio/ogg",
};

function endingFor(contentType: string): Ending {
  const known = Object.entries(contentTypes).find(
    ([ending, type]) => type === contentType && !Object.hasOwn(imageTypes, ending),
  );
  return known ? (known[0] as Ending) : "bin";
}

/** Reads what a file is from its bytes; its name decides only between kinds of text. */
export async function factsOf(bytes: Uint8Array, fileName: string): Promise<Facts> {
  const found = (await fileTypeFromBuffer(bytes))?.mime.split(";")[0]?.trim() ?? "";
  const said = sameType[found] ?? found;
  const media = said.startsWith("audio/") || said.startsWith("video/") || said === "application/ogg";
  if (!media) {
    const contentType = said || textType(bytes, fileName) || "application/octet-stream";
    const { films: _films, ...nothing } = silent;
    return { contentType, ending: endingFor(contentType), ...nothing };
  }
  const { films, ...tracks } = (await tracksOf(bytes, said)) ?? silent;
  const contentType = films ? said : (soundOnly[said] ?? said);
  return { contentType, ending: endingFor(contentType), ...tracks };
}
