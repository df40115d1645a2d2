import { hkdfSync } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { whereThere } from "#server/base/where-there.ts";
import { env } from "#server/config/env.ts";

/** Where a generated secret is kept (server/config/secret.ts). */
const secretFile = () => path.join(env.dataDir, "secret");

/** The secret of this installation without making one. */
export async function knownSecret(): Promise<string | undefined> {
  if (env.nextAuthSecret) return env.nextAuthSecret;
  const text = await whereThere(() => fs.readFile(secretFile(), "utf8"));
  return text?.trim();
}

/** Whether two installations have the same secret can be told by it, the secret cannot. */
export function markOfSecret(secret: string | undefined): string {
  if (secret === undefined) return "";
  return Buffer.from(hkdfSync("sha256", secret, "parley", "mark of a backup", 16)).toString("hex");
}

/** Whether what was sealed there opens here: with the secret of this installation, or one that was before it. */
export async function opensHere(mark: string): Promise<boolean> {
  return [await knownSecret(), ...env.previousSecrets].some((one) => markOfSecret(one) === mark);
}

export async function writeSecret(text: string): Promise<void> {
  await fs.mkdir(env.dataDir, { recursive: true, mode: 0o700 });
  await fs.writeFile(`${secretFile()}.part`, `${text}\n`, { mode: 0o600 });
  await fs.rename(`${secretFile()}.part`, secretFile());
}
