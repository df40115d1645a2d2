import type pg from "pg";
import { notFound } from "#server/base/errors.ts";
import { readLastingMark } from "#server/core/lasting-keys.ts";
import { readCompanyFileKeys } from "#server/uploads/naming.ts";
import type { ArchiveWriter } from "../archive.ts";
import { Progress } from "../progress.ts";
import { knownSecret, markOfSecret } from "../secrets.ts";
import { columnsOf, listTables, tableOf } from "../tables.ts";
import { beginSnapshot, copyFiles, copyOut, writeArchive } from "../taking.ts";
import { asLines, type CompanyManifest, companyManifestName, conditionOf, linesName } from "./manifest.ts";

type Exported = {
  companyId: string;
  name: string;
  file: string;
  bytes: number;
  tables: number;
  rows: number;
  files: number;
  missing: number;
};

/** One company out of a living installation: its rows from one snapshot, and the files that they name. */
export async function exportCompany(url: string, companyId: string, file: string): Promise<Exported> {
  const { content, bytes } = await writeArchive(url, file, (client, archive) => fill(client, archive, companyId));
  const { name, tables, files } = content;
  const rows = tables.reduce((total, table) => total + table.rows, 0);
  const counts = { tables: tables.length, rows, files: files.count, missing: files.missing };
  return { companyId, name, file, bytes, ...counts };
}

async function fill(client: pg.Client, archive: ArchiveWriter, companyId: string): Promise<CompanyManifest> {
  const progress = new Progress("exporting the company");
  const { takenAt, migrations } = await beginSnapshot(client);
  const found = await client.query<{ name: string }>(`select "name" from companies where "id" = $1`, [companyId]);
  const [company] = found.rows;
  if (!company) throw notFound("company");
  const tables: CompanyManifest["tables"] = [];
  for (const table of await listTables(client)) {
    const condition = conditionOf(table, companyId);
    if (condition === undefined) continue;
    const { name, columns } = table;
    const chosen = `select ${columnsOf(table)} from ${tableOf(table)} where ${condition}`;
    const text = `copy (select row_to_json(t) from (${chosen}) t) to stdout ${asLines}`;
    tables.push({ name, columns, ...(await copyOut(client, archive, text, (part) => linesName(name, part))) });
    progress.tell({ tables: tables.length });
  }
  const cursor = await client.query<{ position: string }>(`select "position"::text from webhook_cursor where "id" = 1`);
  const keys = await readCompanyFileKeys(client, companyId);
  const secret = await knownSecret();
  const lastingMark = secret ? await readLastingMark(client) : "";
  await client.query("commit");
  const files = await copyFiles(keys, archive, progress);
  const secretMark = markOfSecret(secret);
  const manifest: CompanyManifest = {
    format: "company-1",
    companyId,
    name: company.name,
    takenAt,
    migrations,
    tables,
    files,
    secretMark,
    lastingMark,
    passed: cursor.rows[0]?.position ?? "0",
  };
  await archive.add(companyManifestName, Buffer.from(JSON.stringify(manifest, null, 2)));
  return manifest;
}
