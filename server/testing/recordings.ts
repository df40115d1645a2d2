import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  OggOutputFormat,
  Output,
  WebMOutputFormat,
} from "mediabunny";

/** Silence, as Opus has it: 20 ms. */
const silence = new Uint8Array([0xf8, 0xff, 0xfe]);

function head(channels: number): Uint8Array {
  const bytes = Buffer.alloc(19);
  bytes.write("OpusHead");
  bytes.writeUInt8(1, 8);
  bytes.writeUInt8(channels, 9);
  bytes.writeUInt16LE(312, 10);
  bytes.writeUInt32LE(48_000, 12);
  return bytes;
}

/** A second of silence as a browser records it (WebM), or as phones send it (Ogg). */
export async function recording(container: "webm" | "ogg", channels = 1): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget();
  const output = new Output({ format: container === "ogg" ? new OggOutputFormat() : new WebMOutputFormat(), target });
  const source = new EncodedAudioPacketSource("opus");
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = { codec: "opus", numberOfChannels: channels, sampleRate: 48_000, description: head(channels) };
  for (let index = 0; index < 50; index += 1) {
    await source.add(new EncodedPacket(silence, "key", index / 50, 1 / 50), { decoderConfig });
  }
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}

export const pdf = new TextEncoder().encode("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF\n");
