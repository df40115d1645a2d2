export const imageTypes = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;
const maxImageBytes = 5 * 1024 * 1024;

type Refusal = { reason: "wrongType" | "tooLarge"; name: string };

/** Why a file is not taken as a picture; undefined when it is. */
export function refusalOf(file: Pick<File, "name" | "type" | "size">): Refusal | undefined {
  if (!imageTypes.some((type) => type === file.type)) return { reason: "wrongType", name: file.name };
  return file.size > maxImageBytes ? { reason: "tooLarge", name: file.name } : undefined;
}
