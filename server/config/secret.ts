import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { secretFault } from "./variables.ts";

/** The secret kept in the data folder, readable by its owner only; two first starts at once agree on one. */
export function secretIn(dataDir: string): string {
  const file = path.join(dataDir, "secret");
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!fs.existsSync(file)) create(file);
  const secret = fs.readFileSync(file, "utf8").trim();
  const fault = secretFault(secret);
  if (fault)
    throw new Error(`${file}: ${fault}; delete the file to have a new one generated (everybody signs in again)`);
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
