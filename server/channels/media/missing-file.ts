import { AppError } from "#server/base/errors.ts";
import type { MessageExtra } from "#server/messages/schema.ts";

type Why = NonNullable<MessageExtra["missingWhy"]>;

const megabyte = 1024 * 1024;

/** `lasting`: another try would find the same. */
export class MissingFile extends Error {
  readonly why: Why;
  readonly lasting: boolean;

  constructor(why: Why | Why["code"], message: string, lasting = false) {
    super(message);
    this.why = typeof why === "string" ? { code: why } : why;
    this.lasting = lasting;
  }
}

export function tooLarge(bytes: number): MissingFile {
  const limit = Math.floor(bytes / megabyte);
  return new MissingFile({ code: "too_large", limit }, `The file is larger than ${limit} MB.`, true);
}

export const notYet = () => new MissingFile("not_yet", "The file has not been fetched yet.");

/** What the platform answered in place of the file. */
export function notGiven(status: number): MissingFile {
  const isGone = status === 404 || status === 410;
  return new MissingFile(isGone ? "gone" : "refused", `The platform answered ${status} for the file.`);
}

/** Another try would find the same: it lies elsewhere, is too large, or holds malware. */
export function isLasting(error: unknown): boolean {
  return error instanceof MissingFile ? error.lasting : error instanceof AppError && error.status < 500;
}

/** Why a file is not here, in a sentence and for programs. */
export function missingOf(error: unknown): Pick<MessageExtra, "missing" | "missingWhy"> {
  const missing = error instanceof Error ? error.message : "The file could not be fetched.";
  if (error instanceof MissingFile) return { missing, missingWhy: error.why };
  if (!(error instanceof AppError)) return { missing, missingWhy: { code: "refused" } };
  return { missing, missingWhy: { code: error.code === "unsupported_content" ? "unsafe" : "not_stored" } };
}
