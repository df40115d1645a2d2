import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { StartFault } from "./start-fault.ts";
import { secretFault } from "./variables.ts";

/** The secret kept in the data folder, readable by its owner only; two first starts at once agree on one. */
export function secretIn(dataDir: string): string {
  const file = path.join(dataDir, "secret");
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!fs.existsSync(file)) create(file);
  const secret = fs.readFileSync(file, "utf8").trim();
  const fault = secretFault(secret);
  if (fault)
    throw new StartFault(
      `The secret in ${file} ${fault}. Put back the one that was there; without it delete the file, and a new one is made: everybody signs in again, and what was stored sealed is lost.`,
    );
  return secret;
}

function create(file: string): void {
  const temporary = `${file}.${process.pid}`;
  fs.writeFileSync(temporary, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
  try {
    fs.linkSync(temporary, file);
  } catch (error) {
    if (!fs.existsSync(file)) throw error;
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}
