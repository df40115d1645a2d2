import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { env } from "#server/config/env.ts";
import { askClamd, ScannerFault, type Verdict } from "./clamd.ts";

async function verdict(scanner: URL, bytes: Uint8Array): Promise<Verdict> {
  try {
    return await askClamd(scanner, bytes);
  } catch (error) {
    if (!(error instanceof ScannerFault)) throw error;
    log.error({ error }, "the virus scanner does not answer: files are refused until it does");
    throw new AppError("unavailable", {
      message: "Files cannot be checked for viruses right now, so this one was not taken. Try again later.",
      cause: error,
    });
  }
}

/** Bytes that were looked at already: what proves to be no image is stored as a file. */
const harmless = new WeakSet<Uint8Array>();

/** Refuses bytes that hold malware, and all bytes while the scanner is away. Without CLAMD_URL nobody looks. */
export async function requireHarmless(bytes: Uint8Array): Promise<void> {
  if (!env.scanner || harmless.has(bytes)) return;
  const found = await verdict(env.scanner, bytes);
  if (found.kind === "too large")
    throw new AppError("payload_too_large", { message: "The virus scanner takes no file of this size." });
  if (found.kind === "clean") return void harmless.add(bytes);
  log.warn({ found: found.name, size: bytes.byteLength }, "a file with malware was refused");
  throw new AppError("unsupported_content", {
    message: `The file was not taken, because a virus scanner found ${found.name} in it.`,
  });
}
