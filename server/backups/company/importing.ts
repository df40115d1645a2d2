import pg from "pg";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { readLastingMark } from "#server/core/lasting-keys.ts";
import { migrate } from "#server/db/opening.ts";
import { readCompanyFileKeys } from "#server/uploads/naming.ts";
import { endingOf, readFile, removeFile, saveFile } from "#server/uploads/storage.ts";
import { ArchiveReader } from "../archive.ts";
import { fileName } from "../manifest.ts";
import { Progress } from "../progress.ts";
import { knownSecret, opensHere } from "../secrets.ts";
import { readMigrationNames, settings } from "../tables.ts";
import { loadCompany } from "./loading.ts";
import { type CompanyManifest, companyManifestName, companyManifestSchema } from "./manifest.ts";

type Way = {
  file: string;
  /** Starts or joins the database; the address is its owner's. Asked once the file has been found whole. */
  open: () => Promise<{ url: string; close: () => Promise<void> }>;
};

type Imported = {
  companyId: string;
  name: string;
  takenAt: string;
  tables: number;
  rows: number;
  files: number;
  says: string[];
};

/**
 * Puts an exported company beside those that are there, with its own ids. All that can be wrong with the file is found
 * before anything is written; all rows come in one transaction, during which others wait.
 */
export async function importCompany({ file, open }: Way): Promise<Imported> {
  const checking = new Progress("checking the export");
  const archive = await ArchiveReader.open(file, (share) => checking.tell({ percent: Math.round(share * 100) }));
  try {
    const manifest = await readManifest(archive);
    const database = await open();
    try {
      await migrate(database.url);
      const { rows, lastingMark } = await asOwner(database.url, async (client) => {
        const lastingMark = await requireRoom(client, manifest);
        const rows = await withFiles(async (store) =>
          loadCompany(client, archive, manifest, () => storeFiles(client, archive, manifest, store)),
        );
        return { rows, lastingMark };
      });
      const { companyId, name, takenAt, tables, files } = manifest;
      const says = await differences(manifest, lastingMark);
      return { companyId, name, takenAt, tables: tables.length, rows, files: files.count, says };
    } finally {
      await database.close();
    }
  } finally {
    await archive.close();
  }
}

async function readManifest(archive: ArchiveReader): Promise<CompanyManifest> {
  const entry = archive.entries.find(({ name }) => name === companyManifestName);
  const text = entry ? JSON.parse((await archive.read(entry)).toString("utf8")) : undefined;
  const parsed = companyManifestSchema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new AppError("validation_error", {
    message: "This is no export of a company, or one of a format that this version does not know.",
  });
}

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: "parley import", options: settings });
  client.on("error", (error) => log.warn({ error }, "the connection of the import failed"));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Both installations are of one version, and the company is not here yet. Answers the mark of what lasts here. */
async function requireRoom(client: pg.Client, { companyId, migrations }: CompanyManifest): Promise<string> {
  const own = await readMigrationNames(client);
  if (own.join() !== migrations.join())
    throw new AppError("conflict", {
      message: "The export is of another version: bring both installations to the same one and export again.",
    });
  await client.query("begin; set local role parley_system");
  const { rows } = await client.query(`select from companies where "id" = $1`, [companyId]);
  const lastingMark = (await knownSecret()) ? await readLastingMark(client) : "";
  await client.query("rollback");
  if (rows.length > 0)
    throw new AppError("already_exists", { message: "This company is in the installation already." });
  return lastingMark;
}

type StoreFile = (key: string, bytes: Buffer) => Promise<void>;

/** Runs `work`; the files that it has stored go again where it fails. Files that are here stay as they are. */
async function withFiles<T>(work: (store: StoreFile) => Promise<T>): Promise<T> {
  const stored: string[] = [];
  const store = async (key: string, bytes: Buffer) => {
    const there = await readFile(key);
    // Written again: what no row names yet is as old as its file.
    if (there?.equals(bytes)) return void (await saveFile(key, bytes));
    if (there) throw new AppError("conflict", { message: `Another file is here already by the name of ${key}.` });
    stored.push(key);
    await saveFile(key, bytes);
  };
  try {
    return await work(store);
  } catch (error) {
    for (const key of stored) await removeFile(key);
    throw error;
  }
}

/** The files that the company's own rows name, and no others: a name is the permission to read a file. */
async function storeFiles(
  client: pg.Client,
  archive: ArchiveReader,
  { companyId, files }: CompanyManifest,
  store: StoreFile,
): Promise<void> {
  const named = new Set(await readCompanyFileKeys(client, companyId));
  const prefix = fileName("");
  let count = 0;
  for (const entry of archive.entries) {
    const key = entry.name.slice(prefix.length);
    if (!entry.name.startsWith(prefix) || !named.has(key) || !endingOf(key)) continue;
    await store(key, await archive.read(entry));
    count += 1;
  }
  if (count !== files.count)
    throw new AppError("validation_error", { message: `The export holds ${count} of ${files.count} files.` });
}

async function differences({ secretMark, lastingMark, files }: CompanyManifest, markHere: string): Promise<string[]> {
  const says: string[] = [];
  if (!(await opensHere(secretMark)))
    says.push(
      "NEXTAUTH_SECRET differs: stored secrets of the company (platform tokens, signing secrets, second factors) must be entered anew.",
    );
  // Also under one secret: where it once was another, what was made then outlives it in that installation only.
  if (lastingMark !== undefined && (lastingMark === "" || lastingMark !== markHere))
    says.push(
      "What outlives a change of the secret differs: people make new recovery codes and allow notifications in their browsers anew, and a repeated import from another system takes again what it has taken.",
    );
  if (files.missing > 0) says.push(`Files that were missing when the company was exported: ${files.missing}.`);
  return says;
}
