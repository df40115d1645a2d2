import type pg from "pg";
import { readFileKeys } from "#server/uploads/naming.ts";
import { readFile, removeFile, saveFile, sizeOfFile } from "#server/uploads/storage.ts";
import type { ArchiveReader, Entry } from "./archive.ts";
import { fileName } from "./manifest.ts";
import { Progress } from "./progress.ts";

const prefix = fileName("");
const keyOf = ({ name }: Entry) => name.slice(prefix.length);

/** The keys of all files that the rows here name; none where there are no rows yet. */
export async function readKeysHere(client: pg.ClientBase): Promise<string[]> {
  const there = await client.query<{ found: boolean }>(`select to_regclass('public.uploads') is not null as "found"`);
  if (!there.rows[0]?.found) return [];
  // The owner himself is held by row level security.
  await client.query("begin; set local role parley_system");
  const keys = await readFileKeys(client);
  await client.query("rollback");
  return keys;
}

/** What a restore has brought beside what is there: it takes its place once the rows are loaded, or goes again. */
type Laid = { place: (named: readonly string[]) => Promise<void>; discard: () => Promise<void> };

/** The files of a backup. `former` are the keys that rows named before: those that no row names then go. */
export async function layFiles(archive: ArchiveReader, former: readonly string[]): Promise<Laid> {
  const progress = new Progress("restoring files");
  const files = archive.entries.filter(({ name }) => name.startsWith(prefix));
  const stored: string[] = [];
  /** Those that have other bytes here. */
  const others: Entry[] = [];
  const discard = async () => {
    for (const key of stored) await removeFile(key);
  };
  try {
    for (const [index, entry] of files.entries()) {
      const [key, bytes] = [keyOf(entry), await archive.read(entry)];
      if ((await sizeOfFile(key)) === undefined) {
        stored.push(key);
        await saveFile(key, bytes);
      } else if (!(await readFile(key))?.equals(bytes)) others.push(entry);
      progress.tell({ files: `${index + 1}/${files.length}` });
    }
  } catch (error) {
    await discard();
    throw error;
  }
  const place = async (named: readonly string[]) => {
    for (const entry of others) await saveFile(keyOf(entry), await archive.read(entry));
    // Also what the backup names without holding it stays: the store may have its only copy.
    const kept = new Set([...named, ...files.map(keyOf)]);
    for (const key of former) if (!kept.has(key)) await removeFile(key);
  };
  return { place, discard };
}
