import { z } from "zod";
import { dateOut, httpUrl } from "#server/core/fields.ts";

export const uploadSchema = z
  .object({
    id: z.string(),
    url: z.string().meta({ format: "uri" }),
    contentType: z.string(),
    size: z.int(),
    width: z.int().nullable(),
    height: z.int().nullable(),
  })
  .meta({ id: "Upload", description: "A stored image." });

export type Upload = z.infer<typeof uploadSchema>;

export const recordUploadInput = z.object({
  key: z.string().regex(/^[A-Za-z0-9_-]{32}\.(png|jpg|webp|gif)$/),
  contentType: z.enum(["image/png", "image/jpeg", "image/webp", "image/gif"]),
  size: z.int().min(1),
  width: z.int().min(1),
  height: z.int().min(1),
  /** Until when it waits for a message; null: nothing sweeps it. */
  expiresAt: z.date().nullable().default(null),
});

/** A file that a visitor sent through a platform, as its bytes came. */
export const recordFileInput = z.object({
  key: z.string().regex(/^[A-Za-z0-9_-]{32}\.(mp3|ogg|m4a|aac|amr|mp4|3gp|wav|weba|webm|mov|pdf|bin)$/),
  contentType: z.string().max(100),
  size: z.int().min(1),
  fileName: z.string().max(255),
  expiresAt: z.date().nullable().default(null),
});

/** A file that waits for its message, as the API shows it. */
export const uploadedFileSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.string().meta({ description: "Content type, read from the bytes: application/pdf, audio/ogg ..." }),
    size: z.int().meta({ description: "In bytes, as it is stored." }),
    width: z.int().nullable().meta({ description: "Of a picture or film, in pixels; null: not known." }),
    height: z.int().nullable().meta({ description: "Of a picture or film, in pixels; null: not known." }),
    durationMs: z.int().nullable().meta({ description: "Of a sound or film, in milliseconds; null: not known." }),
    url: z.string().meta({ format: "uri" }),
    expiresAt: dateOut
      .nullable()
      .meta({ description: "Until when it waits for a message; null once a message has taken it." }),
    voiceNote: z.boolean().meta({ description: "Ogg with one channel of Opus, which WhatsApp shows as a voice note." }),
  })
  .meta({ id: "UploadedFile", description: "A stored file that a message can take." });

export type UploadedFile = z.infer<typeof uploadedFileSchema>;

/** Bytes that came as they are. A class, so that no walk over an input goes through each of them. */
export class FileBytes {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }
}

const fileNameField = z.string().max(255);

export const createUploadInput = z
  .object({
    file: z.instanceof(FileBytes).optional(),
    url: httpUrl.optional().meta({ description: "Where the file is fetched from: a public http or https address." }),
    content: z
      .base64()
      .max(1_000_000)
      .optional()
      .meta({ description: "The bytes of a small file as base64, for clients that can only send JSON." }),
    fileName: fileNameField.optional().meta({ description: "What it is called; else what the file itself says." }),
    voice: z
      .boolean()
      .default(false)
      .meta({ description: "A recording: one channel of Opus in WebM is put into Ogg, unchanged." }),
  })
  .refine(({ file, url, content }) => [file, url, content].filter((one) => one !== undefined).length === 1, {
    message: "Send a file as multipart/form-data, or a url, or content.",
    path: ["url"],
    params: { code: "required" },
  });

/** A file of the team, or of a visitor, already written. */
export const recordOutgoingInput = z.object({
  key: z.string().regex(/^[A-Za-z0-9_-]{32}\.[a-z0-9]{2,4}$/),
  contentType: z.string().max(150),
  size: z.int().min(1),
  width: z.int().nullable(),
  height: z.int().nullable(),
  durationMs: z.int().nullable(),
  voiceNote: z.boolean(),
  fileName: fileNameField,
});
