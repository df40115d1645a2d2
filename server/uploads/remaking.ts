import { log } from "#server/base/log.ts";

/**
 * The same Opus packets in an Ogg file: what browsers record as WebM becomes what WhatsApp calls a voice note, without
 * being encoded again. Undefined where it is not one channel of Opus.
 */
export async function asVoiceNote(bytes: Uint8Array): Promise<Buffer | undefined> {
  const media = await import("mediabunny");
  const input = new media.Input({ formats: media.ALL_FORMATS, source: new media.BufferSource(bytes) });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (track?.codec !== "opus" || track.numberOfChannels !== 1) return undefined;
    const config = await track.getDecoderConfig();
    if (!config) return undefined;
    const target = new media.BufferTarget();
    const output = new media.Output({ format: new media.OggOutputFormat(), target });
    const source = new media.EncodedAudioPacketSource("opus");
    output.addAudioTrack(source);
    await output.start();
    for await (const packet of new media.EncodedPacketSink(track).packets())
      await source.add(packet, { decoderConfig: config });
    await output.finalize();
    return target.buffer ? Buffer.from(target.buffer) : undefined;
  } catch (error) {
    log.info({ error }, "a recording could not become a voice note");
    return undefined;
  } finally {
    input.dispose();
  }
}
