import { z } from "zod";
import { query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { kindOfType } from "./choices.ts";
import { contentTypes, keyOfUrl, readFile } from "./storage.ts";

/** The company's own upload behind an address of this server; nothing for any other address. */
export const findUpload = query({
  name: "uploads.find",
  access: "system",
  input: z.object({ url: z.string() }),
  output: z.object({
    upload: z.object({ key: z.string(), contentType: z.string(), fileName: z.string() }).nullable(),
  }),
  example: () => ({ url: "https://example.com/uploads/x.png" }),
  async run({ actor, input }) {
    const key = keyOfUrl(input.url);
    const where = { companyId: actor.companyId, key: key ?? "" };
    const upload = key ? await prisma.upload.findFirst({ where }) : undefined;
    return { upload: upload ? { ...upload, fileName: upload.fileName ?? "" } : null };
  },
});

export type StoredFile = { bytes: Buffer; contentType: string; fileName: string };

/** The bytes of an upload; an image in none of the `images` formats becomes one of them (its first frame). */
export async function readUpload(
  upload: { key: string; contentType: string; fileName: string },
  images: readonly string[],
): Promise<StoredFile | undefined> {
  const bytes = await readFile(upload.key);
  if (!bytes) return undefined;
  const { contentType } = upload;
  const fileName = upload.fileName || upload.key;
  if (images.includes(contentType)) return { bytes, contentType, fileName };
  if (kindOfType(contentType) !== "image") {
    // A picture that nobody here can draw is a file like any other.
    const told = contentType.startsWith("image/") ? contentTypes.bin : contentType;
    return { bytes, contentType: told, fileName };
  }
  const { default: sharp } = await import("sharp");
  const jpeg = await sharp(bytes).flatten({ background: "#ffffff" }).jpeg({ quality: 88 }).toBuffer();
  return { bytes: jpeg, contentType: "image/jpeg", fileName: fileName.replace(/\.\w+$/, ".jpg") };
}
