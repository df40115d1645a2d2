import { createHmac, timingSafeEqual } from "node:crypto";
import { env, secret } from "#server/config/env.ts";
import { isLoopback } from "#server/config/exposure.ts";

/** Without letters and digits that look alike. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 12;

/**
 * Proves that the person who sets up the installation can read its log. Derived from its secret: the same in all
 * instances and after a restart, with nothing to store.
 */
export function setupCode(): string {
  const bytes = createHmac("sha256", secret()).update("first run").digest().subarray(0, length);
  const letters = [...bytes].map((byte) => alphabet[byte % alphabet.length]).join("");
  return letters.replaceAll(/(.{4})(?=.)/g, "$1-");
}

/** Whether the code is asked for: others can reach this installation, or this request came under another name. */
export function needsCode(hostHeader: string | undefined): boolean {
  const host = hostHeader === undefined ? undefined : URL.parse(`http://${hostHeader}`)?.hostname;
  return env.isExposed || host === undefined || !isLoopback(host);
}

export function isSetupCode(given: unknown): boolean {
  const bare = (text: string) =>
    createHmac("sha256", "compare").update(text.replaceAll(/[\s-]/g, "").toUpperCase()).digest();
  return typeof given === "string" && given.length <= 100 && timingSafeEqual(bare(given), bare(setupCode()));
}
