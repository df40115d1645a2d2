import type { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { uploaderOf } from "./access.ts";
import { takeRoom } from "./budget.ts";
import { kindOfType, mostBytes, plainName } from "./choices.ts";
import { cleanImage } from "./imaging.ts";
import { asVoiceNote } from "./media/looking.ts";
import { takeStorage } from "./quota.ts";
import { requireHarmless } from "./scanning/scanning.ts";
import { recordOutgoingInput, type UploadedFile, uploadedFileSchema } from "./schema.ts";
import { type Facts, factsOf } from "./sniffing.ts";
import { newKey, removeFile, saveFile, uploadUrl } from "./storage.ts";
import { waitsForMs } from "./sweeping.ts";

type Context = CommandContext<z.output<typeof recordOutgoingInput>>;

async function record({ actor, input, now }: Context): Promise<z.input<typeof uploadedFileSchema>> {
  await takeStorage(actor.companyId, input.size);
  const expiresAt = new Date(now.getTime() + waitsForMs);
  const data = { companyId: actor.companyId, id: newId(), ...input, expiresAt, createdBy: uploaderOf(actor) };
  const { id, key, fileName, contentType, ...made } = await prisma.upload.create({ data: { ...data, createdAt: now } });
  return { ...made, id, name: fileName, type: contentType, url: uploadUrl(key) };
}

const shape = {
  input: recordOutgoingInput,
  output: uploadedFileSchema,
  example: () => ({
    key: newKey("pdf"),
    contentType: "application/pdf",
    size: 68,
    fileName: "offer.pdf",
    width: null,
    height: null,
    durationMs: null,
    voiceNote: false,
  }),
};

/** Records a file of the team; only `storeOutgoing` calls it, with the file already written. */
const recordOutgoing = command({ ...shape, name: "uploads.recordOutgoing", access: "chat_talk", run: record });

/** The same for a visitor, who has a budget. */
const recordVisitorFile = command({
  ...shape,
  name: "uploads.recordVisitorFile",
  access: "visitor",
  async run(context) {
    await takeRoom(context.actor, context.input.size);
    return record(context);
  },
});

type Made = Facts & { bytes: Uint8Array };

/** Pictures are made anew from their pixels; a recording is put into the container of a voice note where it is asked for. */
async function made(bytes: Uint8Array, fileName: string, voice: boolean, most: number): Promise<Made> {
  const facts = await factsOf(bytes, fileName);
  if (kindOfType(facts.contentType) === "image") {
    const image = await cleanImage(bytes, Math.min(most, mostImageBytes));
    return { ...facts, ...image };
  }
  const remade = voice && facts.contentType === "audio/webm" ? await asVoiceNote(bytes) : undefined;
  return remade ? { ...(await factsOf(remade, fileName)), bytes: remade } : { ...facts, bytes };
}

/** What a camera makes; it is made smaller before it is kept. */
const mostImageBytes = 25 * 1024 * 1024;

type Given = { bytes: Uint8Array; fileName: string; voice?: boolean; most?: number };

/** The name without what could be a path or a sign that shows as nothing; of a file that was made anew, with its new ending. */
function nameOf(given: string, { contentType, ending }: Facts): string {
  const plain = plainName(given.split(/[\\/]/).at(-1) ?? "")
    .trim()
    .slice(-200)
    .replace(/^[\udc00-\udfff]/, "");
  if (plain === "") return `${kindOfType(contentType)}.${ending}`;
  const made = kindOfType(contentType) === "image" || contentType === "audio/ogg";
  return made ? `${plain.replace(/\.\w{1,5}$/, "")}.${ending}` : plain;
}

/** Checks, writes and records a file that a message will take. The file is written first, outside the transaction. */
export async function storeOutgoing(actor: Actor, given: Given): Promise<UploadedFile> {
  const { bytes, fileName, voice = false, most = mostBytes } = given;
  if (bytes.byteLength === 0) throw new AppError("validation_error", { message: "The file is empty." });
  if (bytes.byteLength > most) {
    throw new AppError("payload_too_large", {
      message: `A file can have ${Math.floor(most / 1024 / 1024)} MB at most.`,
    });
  }
  await requireHarmless(bytes);
  const { bytes: kept, ...facts } = await made(bytes, fileName, voice, most);
  const { contentType, width, height, durationMs, voiceNote } = facts;
  const key = newKey(facts.ending);
  await saveFile(key, kept);
  const entry = { key, contentType, size: kept.byteLength, width, height, durationMs, voiceNote };
  try {
    const operation = actor.visitor ? recordVisitorFile : recordOutgoing;
    return await operation.execute(actor, { ...entry, fileName: nameOf(fileName, facts) });
  } catch (error) {
    await removeFile(key);
    throw error;
  }
}
