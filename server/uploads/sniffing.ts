import { fileTypeFromBuffer } from "file-type";
import { log } from "#server/base/log.ts";
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

type Tracks = Pick<Facts, "width" | "height" | "durationMs" | "voiceNote"> & { films: boolean };
const silent: Tracks = { width: null, height: null, durationMs: null, voiceNote: false, films: true };

/** Tracks and length of a sound or film; what cannot be read is only not known. The library is loaded with the first one. */
async function tracksOf(bytes: Uint8Array, contentType: string): Promise<Tracks> {
  const { ALL_FORMATS, BufferSource, Input } = await import("mediabunny");
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  try {
    const [sound, film] = [await input.getPrimaryAudioTrack(), await input.getPrimaryVideoTrack()];
    const seconds = await input.computeDuration();
    const opus = sound !== null && !film && sound.codec === "opus" && sound.numberOfChannels === 1;
    return {
      width: film?.displayWidth || null,
      height: film?.displayHeight || null,
      durationMs: Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.round(seconds * 1000), 2 ** 31 - 1) : null,
      voiceNote: opus && contentType === "audio/ogg",
      films: film !== null,
    };
  } catch (error) {
    log.debug({ error, contentType }, "a sound or film could not be looked into");
    return silent;
  } finally {
    input.dispose();
  }
}

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
  const { films, ...tracks } = await tracksOf(bytes, said);
  const contentType = films ? said : (soundOnly[said] ?? said);
  return { contentType, ending: endingFor(contentType), ...tracks };
}
