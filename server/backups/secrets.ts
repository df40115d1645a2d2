import { hkdfSync } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { ifPresent } from "#server/base/missing-files.ts";
import { env } from "#server/config/env.ts";

/** Where a generated secret is kept (server/config/secret.ts). */
const secretFile = () => path.join(env.dataDir, "secret");

/** The secret of this installation without making one. */
export async function knownSecret(): Promise<string | undefined> {
  if (env.nextAuthSecret) return env.nextAuthSecret;
  const text = await ifPresent(() => fs.readFile(secretFile(), "utf8"));
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

/** A secret that lies beside the one that is there: a place that cannot be written is found before anything is replaced. */
export type LaidSecret = {
  /** Takes the place of the one that is there; answers where that one is kept, if it is another. */
  place: () => Promise<string | undefined>;
  discard: () => Promise<void>;
};

export async function laySecret(text: string): Promise<LaidSecret> {
  const [file, part] = [secretFile(), `${secretFile()}.part`];
  await fs.mkdir(env.dataDir, { recursive: true, mode: 0o700 });
  await fs.writeFile(part, `${text}\n`, { mode: 0o600 });
  const place = async () => {
    const former = await knownSecret();
    const kept = former === undefined || former === text ? undefined : `${file}.before-${stampOf(new Date())}`;
    if (kept) await fs.link(file, kept);
    await fs.rename(part, file);
    return kept;
  };
  return { place, discard: () => fs.rm(part, { force: true }) };
}

/** A moment as a part of a file's name. */
const stampOf = (at: Date) => at.toISOString().replaceAll(/[^\dTZ]/g, "");
