import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  OggOutputFormat,
  Output,
} from "mediabunny";

/**
 * The same Opus packets in an Ogg file: what browsers record as WebM becomes what WhatsApp calls a voice note, without
 * being encoded again. Null where it is not one channel of Opus.
 */
export async function remakeAsVoiceNote(bytes: Uint8Array): Promise<Uint8Array | null> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const track = await input.getPrimaryAudioTrack();
  if (track?.codec !== "opus" || track.numberOfChannels !== 1) return null;
  const config = await track.getDecoderConfig();
  if (!config) return null;
  const target = new BufferTarget();
  const output = new Output({ format: new OggOutputFormat(), target });
  const source = new EncodedAudioPacketSource("opus");
  output.addAudioTrack(source);
  await output.start();
  for await (const packet of new EncodedPacketSink(track).packets())
    await source.add(packet, { decoderConfig: config });
  await output.finalize();
  return target.buffer ? new Uint8Array(target.buffer) : null;
}
