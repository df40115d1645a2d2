import { randomBytes } from "node:crypto";
import { lastingMarkOf } from "#server/base/secrets.ts";

const howMany = 10;
/** No letter looks like another, so that codes can be copied from paper. */
const letters = "abcdefghjkmnpqrstuvwxyz23456789";
/** 118 bits: too many to guess, so that a fast hash may keep them. */
const length = 24;

function newCode(): string {
  const chosen: string[] = [];
  // What would make some letters likelier than others is thrown away.
  while (chosen.length < length)
    for (const byte of randomBytes(2 * length))
      if (chosen.length < length && byte < letters.length * 8) chosen.push(letters.charAt(byte % letters.length));
  return chosen.join("").replaceAll(/(.{4})(?=.)/g, "$1-");
}

export const newRecoveryCodes = (): string[] => Array.from({ length: howMany }, newCode);

/** A keyed hash: a copy of the database alone is nothing to guess at. Papers outlive a change of the secret. */
export function recoveryHash(userId: string, code: string): string {
  return lastingMarkOf("recovery codes", `${userId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, "")}`);
}
