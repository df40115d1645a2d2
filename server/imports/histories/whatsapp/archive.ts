import path from "node:path";
import { decodeText } from "#server/base/csv.ts";
import { invalidField } from "#server/base/errors.ts";
import { readZip, type ZipEntry, ZipFault } from "#server/base/zip.ts";
import { maxImportBytes } from "../../choices.ts";

const baseOf = ({ name }: Pick<ZipEntry, "name">) => path.posix.basename(name);

function entriesOf(bytes: Uint8Array): ZipEntry[] {
  try {
    return readZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error;
    throw invalidField("file", `The archive cannot be read. ${error.message}`, "invalid_zip");
  }
}

/** The chat of an archive that WhatsApp exported with its media: `_chat.txt` of an iPhone, named after the person on Android. */
export function chatInArchive(bytes: Uint8Array): string {
  const texts = entriesOf(bytes).filter((entry) => /\.txt$/i.test(baseOf(entry)));
  const chat =
    texts.find((entry) => baseOf(entry) === "_chat.txt") ??
    texts.find((entry) => /whatsapp/i.test(baseOf(entry))) ??
    texts[0];
  if (!chat) throw invalidField("file", "The archive holds no text of a chat.", "invalid_chat");
  try {
    return decodeText(chat.read(maxImportBytes)).text;
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error;
    throw invalidField("file", error.message, "invalid_zip");
  }
}

/** Its files by the names that the chat gives them. */
export function filesInArchive(bytes: Uint8Array): ReadonlyMap<string, ZipEntry> {
  return new Map(entriesOf(bytes).map((entry) => [baseOf(entry), entry]));
}
