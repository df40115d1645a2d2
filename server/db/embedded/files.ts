import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** Where the embedded database keeps its things inside the data folder. */
export type Files = {
  folder: string;
  /** The PostgreSQL data directory, unless `elsewhere` is in use. */
  cluster: string;
  /** Outside every private folder, for systems where PostgreSQL must run as another user than the data folder's. */
  elsewhere: string;
  lock: string;
  users: string;
  log: string;
  port: string;
};

export function filesOf(dataDir: string): Files {
  const folder = path.join(path.resolve(dataDir), "database");
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  return {
    folder,
    cluster: path.join(folder, "cluster"),
    elsewhere: path.join("/var/lib/parley", name),
    lock: path.join(folder, "lock"),
    users: path.join(folder, "users"),
    log: path.join(folder, "postgres.log"),
    port: path.join(folder, "port"),
  };
}

/** The superuser's password, generated once, readable by the owner only. */
export function passwordIn(files: Files): string {
  const file = path.join(files.folder, "password");
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(24).toString("base64url"), { mode: 0o600 });
  return fs.readFileSync(file, "utf8").trim();
}

export function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** Hands a tree over to another user; only root may. */
export function giveTo(folder: string, owner: { uid: number; gid: number }): void {
  const stat = fs.lstatSync(folder);
  if (stat.uid !== owner.uid || stat.gid !== owner.gid) fs.lchownSync(folder, owner.uid, owner.gid);
  if (!stat.isDirectory()) return;
  for (const entry of fs.readdirSync(folder)) giveTo(path.join(folder, entry), owner);
}
