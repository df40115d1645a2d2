import { z } from "zod";

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
});

/** A file that a visitor sent through a platform, as its bytes came. */
export const recordFileInput = z.object({
  key: z.string().regex(/^[A-Za-z0-9_-]{32}\.(mp3|ogg|m4a|aac|amr|mp4|3gp|pdf|bin)$/),
  contentType: z.string().max(100),
  size: z.int().min(1),
  fileName: z.string().max(255),
});
