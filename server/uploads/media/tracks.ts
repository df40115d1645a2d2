import { ALL_FORMATS, BufferSource, Input } from "mediabunny";

export type Tracks = {
  width: number | null;
  height: number | null;
  durationMs: number | null;
  /** Ogg with one channel of Opus. */
  voiceNote: boolean;
  films: boolean;
};

/** Tracks and length of a sound or film. */
export async function readTracks(bytes: Uint8Array, contentType: string): Promise<Tracks> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
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
}
