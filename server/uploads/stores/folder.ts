import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { AppError } from "#server/base/errors.ts";
import { codeOf, ifPresent } from "#server/base/missing-files.ts";
import type { Store } from "./store.ts";

const isFull = (error: unknown) => codeOf(error) === "ENOSPC" || codeOf(error) === "EDQUOT";

/** Files in a folder of this machine. */
export function folderStore(folder: string): Store {
  const fileOf = (key: string) => path.join(folder, key.slice(0, 2), key);
  /** Written beside and renamed, so that half a file is never read. */
  const place = async (key: string, write: (file: string) => Promise<void>) => {
    const file = fileOf(key);
    await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    try {
      await write(`${file}.part`);
      await fs.rename(`${file}.part`, file);
    } catch (error) {
      // What was written of it would fill the disk until somebody looks.
      await fs.rm(`${file}.part`, { force: true });
      throw isFull(error) ? new AppError("unavailable", { cause: error }) : error;
    }
  };
  return {
    place: () => markOf(folder),
    put: (key, bytes) => place(key, (file) => fs.writeFile(file, bytes, { mode: 0o600 })),
    get: (key) => ifPresent(() => fs.readFile(fileOf(key))),
    async part(key, start, end) {
      const file = await fs.open(fileOf(key), "r");
      try {
        const part = Buffer.alloc(end - start + 1);
        const { bytesRead } = await file.read(part, 0, part.length, start);
        return part.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    size: (key) => ifPresent(async () => (await fs.stat(fileOf(key))).size),
    /** Shares the bytes where the disk can. */
    copy: (from, to) => place(to, (file) => fs.copyFile(fileOf(from), file, constants.COPYFILE_FICLONE)),
    remove: (key) => fs.rm(fileOf(key), { force: true }),
  };
}

/** A mark in the folder itself: two machines may have folders of one name. */
async function markOf(folder: string): Promise<string> {
  const file = path.join(folder, ".place");
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await fs.writeFile(file, randomUUID(), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
  return (await fs.readFile(file, "utf8")).trim();
}
