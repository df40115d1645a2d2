import fs from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { day, now } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import { ifPresent } from "#server/base/missing-files.ts";
import { env } from "#server/config/env.ts";
import { endingOf } from "../storage.ts";
import { databaseName, removeUnnamed } from "./named.sql.ts";

/** From a file to its row it takes seconds, and to those of a company that moves in, minutes. */
const oldMs = day;
const batch = 200;

/** Since when the files of a folder are those of this database: older ones may be named by another one's rows. */
const markSchema = z.object({ database: z.string(), since: z.coerce.date() });

async function ownSince(folder: string): Promise<Date> {
  const file = path.join(folder, ".database");
  const database = await databaseName();
  const text = await ifPresent(() => fs.readFile(file, "utf8"));
  const mark = text === undefined ? undefined : markSchema.parse(JSON.parse(text));
  if (mark?.database === database) return mark.since;
  const since = now();
  await fs.writeFile(`${file}.part`, JSON.stringify({ database, since }), { mode: 0o600 });
  await fs.rename(`${file}.part`, file);
  return since;
}

type Old = { key: string; file: string };

/** What a killed process left behind in this part of the folder, and what has its row: both are old. */
async function oldIn(folder: string, from: Date, before: Date): Promise<{ whole: Old[]; parts: string[] }> {
  const found: { whole: Old[]; parts: string[] } = { whole: [], parts: [] };
  for (const name of await fs.readdir(folder)) {
    const file = path.join(folder, name);
    const key = name.replace(/\.part$/, "");
    if (!endingOf(key)) continue;
    const stat = await ifPresent(() => fs.stat(file));
    if (!stat || stat.mtime < from || stat.mtime > before) continue;
    if (key === name) found.whole.push({ key, file });
    else found.parts.push(file);
  }
  return found;
}

const remove = (file: string) => fs.rm(file, { force: true });

/**
 * Files of this machine that no row names, a day after they came: a process was killed between a file and its row, or
 * in the middle of the file.
 */
export async function sweepLeftovers(
  stopping?: AbortSignal,
  folder = path.join(env.dataDir, "uploads"),
): Promise<void> {
  if (env.storage) return;
  const shelves = (await ifPresent(() => fs.readdir(folder, { withFileTypes: true }))) ?? [];
  if (shelves.length === 0) return;
  const from = await ownSince(folder);
  const before = new Date(now().getTime() - oldMs);
  let removed = 0;
  for (const shelf of shelves) {
    if (stopping?.aborted) break;
    if (!shelf.isDirectory()) continue;
    const { whole, parts } = await oldIn(path.join(folder, shelf.name), from, before);
    for (const file of parts) await remove(file);
    removed += parts.length;
    for (let at = 0; at < whole.length; at += batch) {
      const files = new Map(whole.slice(at, at + batch).map(({ key, file }) => [key, file]));
      removed += await removeUnnamed([...files.keys()], (key) => remove(files.get(key) ?? ""));
    }
  }
  if (removed > 0) log.info({ removed }, "files that no upload named were removed");
}
