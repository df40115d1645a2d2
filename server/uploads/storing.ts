import { fileTypeFromBuffer } from "file-type";
import type { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { truncate } from "#server/base/truncate.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { uploaderOf } from "./access.ts";
import { takeRoom } from "./budget.ts";
import { plainName } from "./choices.ts";
import { cleanImage } from "./imaging.ts";
import { requireHarmless } from "./scanning/scanning.ts";
import { recordFileInput, recordUploadInput, type Upload, uploadSchema } from "./schema.ts";
import { contentTypes, type Ending, imageTypes, newKey, removeFile, saveFile, uploadUrl } from "./storage.ts";

type Context = CommandContext<z.output<typeof recordUploadInput>>;

async function record({ actor, input, now }: Context): Promise<Upload> {
  const { key, ...created } = await prisma.upload.create({
    data: { companyId: actor.companyId, id: newId(), ...input, createdBy: uploaderOf(actor), createdAt: now },
  });
  return { ...created, url: uploadUrl(key) };
}

const shape = {
  input: recordUploadInput,
  output: uploadSchema,
  example: () => ({
    key: newKey("png"),
    contentType: "image/png" as const,
    size: 68,
    width: 1,
    height: 1,
  }),
};

/** Records an image of the team; only `storeImage` calls it, with a file already written. */
export const recordUpload = command({ ...shape, name: "uploads.record", access: "chat_talk", run: record });

/** The same for a visitor, who has a budget. */
const recordVisitorUpload = command({
  ...shape,
  name: "uploads.recordVisitor",
  access: "visitor",
  async run(context) {
    await takeRoom(context.actor, context.input.size);
    return record(context);
  },
});

/** Checks, cleans, writes and records an image. The file is written first, outside the transaction. */
export async function storeImage(actor: Actor, bytes: Uint8Array, expiresAt: Date | null = null): Promise<Upload> {
  await requireHarmless(bytes);
  const image = await cleanImage(bytes);
  const key = newKey(image.ending);
  await saveFile(key, image.bytes);
  const { width, height } = image;
  const contentType = recordUploadInput.shape.contentType.parse(image.contentType);
  const entry = { key, contentType, size: image.bytes.byteLength, width, height, expiresAt };
  try {
    return await (actor.visitor ? recordVisitorUpload : recordUpload).execute(actor, entry);
  } catch (error) {
    await removeFile(key);
    throw error;
  }
}

/** An image where the bytes are one, else undefined. That it could not be stored is thrown. */
export async function storeIfImage(
  actor: Actor,
  bytes: Uint8Array,
  expiresAt: Date | null = null,
): Promise<Upload | undefined> {
  try {
    return await storeImage(actor, bytes, expiresAt);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return undefined;
    throw error;
  }
}

/** Records a file as its bytes came; only `storeFile` calls it. */
export const recordFile = command({
  name: "uploads.recordFile",
  access: "system",
  input: recordFileInput,
  output: uploadSchema,
  example: () => ({ key: newKey("pdf"), contentType: "application/pdf", size: 68, fileName: "offer.pdf" }),
  async run({ actor, input, now }) {
    const { key, ...created } = await prisma.upload.create({
      data: { companyId: actor.companyId, id: newId(), ...input, createdBy: uploaderOf(actor), createdAt: now },
    });
    return { ...created, url: uploadUrl(key) };
  },
});

/** The kind of a file by its first bytes; what is not known, or an image, is only bytes. */
async function endingOfFile(bytes: Uint8Array): Promise<Ending> {
  const found = await fileTypeFromBuffer(bytes);
  const mime = found?.mime.split(";")[0];
  const known = Object.entries(contentTypes).find(
    ([ending, type]) => type === mime && !Object.hasOwn(imageTypes, ending),
  );
  return known ? (known[0] as Ending) : "bin";
}

/** Writes and records a file as it is: it is only ever handed out for saving. `expiresAt`: unless a message takes it. */
export async function storeFile(
  actor: Actor,
  bytes: Uint8Array,
  fileName: string,
  expiresAt: Date | null = null,
): Promise<Upload> {
  await requireHarmless(bytes);
  const ending = await endingOfFile(bytes);
  const key = newKey(ending);
  await saveFile(key, bytes);
  try {
    const entry = {
      key,
      contentType: contentTypes[ending],
      size: bytes.byteLength,
      fileName: truncate(plainName(fileName), 255),
    };
    return await recordFile.execute(actor, { ...entry, expiresAt });
  } catch (error) {
    await removeFile(key);
    throw error;
  }
}
