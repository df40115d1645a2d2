import { crc32, inflateRawSync } from "node:zlib";

/** What is wrong with an archive, or why one of its files cannot be had. */
export class ZipFault extends Error {}

export type ZipEntry = {
  name: string;
  /** Unpacks it. Throws ZipFault where it is larger than `most` bytes, damaged, or packed in a way that is not read. */
  read: (most: number) => Buffer;
};

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;
const endBytes = 22;
const mostComment = 0xffff;
const mostEntries = 20_000;
const ofZip64 = 0xffffffff;

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endBytes - mostComment);
  for (let at = bytes.length - endBytes; at >= first; at -= 1) if (bytes.readUInt32LE(at) === endMark) return at;
  throw new ZipFault("It is no whole archive.");
}

type Packed = { name: string; method: number; flags: number; crc: number; packed: number; size: number; at: number };

function unpack(bytes: Buffer, { name, method, flags, crc, packed, size, at }: Packed, most: number): Buffer {
  if ((flags & 1) !== 0) throw new ZipFault(`${name} is encrypted.`);
  if (size > most) throw new ZipFault(`${name} is larger than ${Math.floor(most / 1024 / 1024)} MB.`);
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== localMark) throw new ZipFault(`${name} is damaged.`);
  const begin = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const data = bytes.subarray(begin, begin + packed);
  if (method !== 0 && method !== 8) throw new ZipFault(`${name} is packed in a way that is not read.`);
  let whole: Buffer;
  try {
    // One byte more than there may be: what lies about its size is stopped, not believed.
    whole = method === 0 ? data : inflateRawSync(data, { maxOutputLength: size + 1 });
  } catch {
    throw new ZipFault(`${name} is damaged.`);
  }
  if (whole.length !== size || crc32(whole) !== crc) throw new ZipFault(`${name} is damaged.`);
  return whole;
}

/** The files of a ZIP archive (PKWARE's APPNOTE, without Zip64), in the order of its directory; nothing is unpacked yet. */
export function readZip(bytes: Buffer): ZipEntry[] {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > mostEntries) throw new ZipFault(`It holds more than ${mostEntries} files.`);
  const entries: ZipEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark) throw new ZipFault("Its directory is damaged.");
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place));
    const past = at + 46 + (nameBytes ?? 0);
    const packed: Packed = {
      name: bytes.subarray(at + 46, past).toString("utf8"),
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      at: bytes.readUInt32LE(at + 42),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
    };
    if (packed.at === ofZip64 || packed.size === ofZip64) throw new ZipFault("It is larger than 4 GB.");
    if (!packed.name.endsWith("/")) entries.push({ name: packed.name, read: (most) => unpack(bytes, packed, most) });
    at = past + (extraBytes ?? 0) + (commentBytes ?? 0);
  }
  return entries;
}
