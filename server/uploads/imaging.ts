import { fileTypeFromBuffer } from "file-type";
import { AppError } from "#server/base/errors.ts";
import { limitConcurrency } from "#server/core/concurrency.ts";
import { type ImageEnding, imageTypes } from "./storage.ts";

export const maxImageBytes = 5 * 1024 * 1024;
const maxSide = 4096;
const maxPixels = 50_000_000;
const maxFrames = 300;

/**
 * Three hundred frames take a thread for ten seconds, and Node has four: they also pack answers, read files and look up
 * names.
 */
const inTurn = limitConcurrency(2, { queueMs: 30_000, refusal: () => new AppError("unavailable") });
const longestSeconds = 60;

/** An image made anew from its pixels: no metadata, no trailing bytes, no other file hidden in it. */
type CleanImage = { bytes: Buffer; ending: ImageEnding; contentType: string; width: number; height: number };

const formats = { png: "png", jpg: "jpeg", webp: "webp", gif: "gif" } as const;

function refuse(cause?: unknown): AppError {
  return new AppError("unsupported_media_type", { message: "Send a PNG, JPEG, WebP or GIF image.", cause });
}

/** It can be read, but has more than is unpacked here: a file of few bytes may, and a camera's picture too. */
function refuseSize(): AppError {
  const message = `An image can have ${maxPixels / 1_000_000} megapixels at most, and ${maxFrames} frames. Send a smaller one.`;
  return new AppError("payload_too_large", { message, details: [{ field: "file", code: "too_many_pixels", message }] });
}

const isPixelLimit = (error: unknown) => error instanceof Error && /exceeds pixel limit/i.test(error.message);

async function endingOfContent(bytes: Uint8Array): Promise<ImageEnding> {
  const found = await fileTypeFromBuffer(bytes);
  const ending = Object.entries(imageTypes).find(([, type]) => type === found?.mime)?.[0];
  if (!ending) throw refuse();
  return ending as ImageEnding;
}

async function redraw(bytes: Uint8Array, ending: ImageEnding): Promise<CleanImage> {
  const animated = ending === "gif" || ending === "webp";
  const { default: sharp } = await import("sharp");
  const image = sharp(bytes, { limitInputPixels: maxPixels, animated, failOn: "error" });
  const { pages = 1 } = await image.metadata();
  if (pages > maxFrames) throw refuseSize();
  const upright = pages > 1 ? image : image.autoOrient();
  const sized = upright.resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true });
  const encoded = sized.toFormat(formats[ending]).timeout({ seconds: longestSeconds });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  const height = info.pageHeight ?? info.height;
  return { bytes: data, ending, contentType: imageTypes[ending], width: info.width, height };
}

/** Checks by content, never by name or header, and encodes again. The library is loaded with the first picture. */
export async function cleanImage(bytes: Uint8Array, most = maxImageBytes): Promise<CleanImage> {
  if (bytes.byteLength === 0) throw new AppError("validation_error", { message: "The body holds no image." });
  if (bytes.byteLength > most) {
    const megabytes = Math.floor(most / 1024 / 1024);
    throw new AppError("payload_too_large", { message: `An image can have ${megabytes} MB at most.` });
  }
  const ending = await endingOfContent(bytes);
  try {
    return await inTurn(() => redraw(bytes, ending));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw isPixelLimit(cause) ? refuseSize() : refuse(cause);
  }
}
