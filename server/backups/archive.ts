import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import { AppError } from "#server/base/errors.ts";

/**
 * The file of a backup: a plain tar (ustar) whose last entry is the SHA-256 of all bytes before it. So it can be looked
 * into with any tar, and one that was cut off or altered is known before anything of it is used.
 */

const block = 512;
const sumName = "sha256";
/** The sum's header, the sum in a block of its own, and two empty blocks: the end of a tar. */
const trailerBytes = 4 * block;
const readBytes = 4 * 1024 * 1024;

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;

function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(block);
  if (Buffer.byteLength(name) > 100) throw new Error("the name of an entry is too long");
  header.write(name, 0);
  header.write(octal(0o600, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(0, 12), 136);
  header.write(" ".repeat(8), 148);
  header.write("0", 156);
  header.write("ustar\u000000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

const padding = (size: number) => (block - (size % block)) % block;

function trailerOf(sum: string): Buffer {
  const text = Buffer.from(`${sum}\n`);
  return Buffer.concat([
    headerOf(sumName, text.length),
    text,
    Buffer.alloc(padding(text.length)),
    Buffer.alloc(2 * block),
  ]);
}

/** Writes beside the name and renames at the end, so that under the name there is a whole backup or none. */
export class ArchiveWriter {
  private readonly hash = createHash("sha256");
  private readonly file: string;
  private readonly handle: fs.FileHandle;
  bytes = 0;

  private constructor(file: string, handle: fs.FileHandle) {
    this.file = file;
    this.handle = handle;
  }

  static async open(file: string): Promise<ArchiveWriter> {
    return new ArchiveWriter(file, await fs.open(`${file}.part`, "w", 0o600));
  }

  async add(name: string, content: Uint8Array): Promise<void> {
    const parts = [headerOf(name, content.byteLength), content, Buffer.alloc(padding(content.byteLength))];
    for (const part of parts) await this.write(part);
  }

  private async write(bytes: Uint8Array): Promise<void> {
    this.hash.update(bytes);
    await this.handle.writeFile(bytes);
    this.bytes += bytes.byteLength;
  }

  async finish(): Promise<void> {
    await this.handle.writeFile(trailerOf(this.hash.digest("hex")));
    this.bytes += trailerBytes;
    await this.handle.sync();
    await this.handle.close();
    await fs.rename(`${this.file}.part`, this.file);
  }

  async abandon(): Promise<void> {
    await this.handle.close();
    await fs.rm(`${this.file}.part`, { force: true });
  }
}

export type Entry = { name: string; size: number; at: number };

const damaged = (why: string) =>
  new AppError("validation_error", { message: `This is no whole backup (${why}). Nothing was changed.` });

/** Opens a backup once all of its bytes have been found to be those that were written. */
export class ArchiveReader {
  private readonly handle: fs.FileHandle;
  readonly entries: readonly Entry[];

  private constructor(handle: fs.FileHandle, entries: readonly Entry[]) {
    this.handle = handle;
    this.entries = entries;
  }

  static async open(file: string, progress: (share: number) => void): Promise<ArchiveReader> {
    const handle = await fs.open(file, "r").catch((cause: unknown) => {
      throw new AppError("validation_error", { message: `${file} cannot be read.`, cause });
    });
    try {
      const { size } = await handle.stat();
      await check(handle, size, progress);
      return new ArchiveReader(handle, await listEntries(handle, size - trailerBytes));
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async read({ at, size }: Entry): Promise<Buffer> {
    return piece(this.handle, at, size);
  }

  async close(): Promise<void> {
    await this.handle.close();
  }
}

async function piece(handle: fs.FileHandle, at: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  for (let done = 0; done < size; ) {
    const { bytesRead } = await handle.read(bytes, done, size - done, at + done);
    if (bytesRead === 0) throw damaged("it ends too early");
    done += bytesRead;
  }
  return bytes;
}

async function check(handle: fs.FileHandle, size: number, progress: (share: number) => void): Promise<void> {
  const end = size - trailerBytes;
  if (end < 0 || size % block !== 0) throw damaged("it was cut off, or is none at all");
  const hash = createHash("sha256");
  for (let at = 0; at < end; at += readBytes) {
    hash.update(await piece(handle, at, Math.min(readBytes, end - at)));
    progress(at / end);
  }
  const found = await piece(handle, end, trailerBytes);
  if (!found.equals(trailerOf(hash.digest("hex"))))
    throw damaged("its checksum does not fit: it was cut off or altered");
}

async function listEntries(handle: fs.FileHandle, end: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let at = 0; at < end; ) {
    const header = await piece(handle, at, block);
    const text = (from: number, length: number) => header.toString("utf8", from, from + length).replace(/\0.*$/s, "");
    const entry = { name: text(0, 100), size: Number.parseInt(text(124, 12), 8), at: at + block };
    if (!headerOf(entry.name, entry.size).equals(header)) throw damaged("an entry is none of ours");
    entries.push(entry);
    at = entry.at + entry.size + padding(entry.size);
  }
  return entries;
}
