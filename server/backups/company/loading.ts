import type pg from "pg";
import { AppError } from "#server/base/errors.ts";
import type { ArchiveReader } from "../archive.ts";
import { copyIn } from "../loading.ts";
import { Progress } from "../progress.ts";
import { columnsOf, listTables, tableOf } from "../tables.ts";
import { loosen } from "./loosening.ts";
import { asLines, type CompanyManifest, conditionOf, linesName } from "./manifest.ts";

type Arriving = CompanyManifest["tables"][number];

const placeOf = ({ name }: Pick<Arriving, "name">) => tableOf({ schema: "public", name });

/**
 * All rows of the company in one transaction, as they were: triggers stand still, because what they would write is among
 * them, and foreign keys are checked when all rows are there. `beforeCommit` sees them. Answers how many rows there are.
 */
export async function loadCompany(
  client: pg.Client,
  archive: ArchiveReader,
  manifest: CompanyManifest,
  beforeCommit: () => Promise<void>,
): Promise<number> {
  await client.query("begin");
  try {
    await requireTables(client, manifest);
    const restore = await loosen(client, manifest.tables);
    const rows = await fillAll(client, archive, manifest);
    await placeEvents(client, manifest.companyId);
    await freeClaims(client, manifest);
    await client.query("set constraints all immediate");
    await beforeCommit();
    for (const text of restore) await client.query(text);
    await client.query("commit");
    return rows;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/** Exactly the tables that a company has, as they are here: what is left out would be missed by nobody, and never come. */
async function requireTables(client: pg.Client, { tables, companyId }: CompanyManifest): Promise<void> {
  const here = (await listTables(client)).filter((table) => conditionOf(table, companyId) !== undefined);
  const given = new Map(tables.map((table) => [placeOf(table), table.columns.join()]));
  for (const table of here) {
    const columns = given.get(tableOf(table));
    if (columns === undefined)
      throw new AppError("validation_error", {
        message: `This is no whole export of a company: ${table.name} is not in it.`,
      });
    if (columns !== table.columns.join())
      throw new AppError("conflict", { message: `The table ${table.name} has other columns here.` });
  }
  if (tables.length !== here.length)
    throw new AppError("validation_error", { message: "The export names tables that no company has." });
  if (tables.find(({ name }) => name === "companies")?.rows !== 1)
    throw new AppError("validation_error", { message: "The export does not hold its company." });
}

async function fillAll(client: pg.Client, archive: ArchiveReader, manifest: CompanyManifest): Promise<number> {
  const progress = new Progress("importing the company");
  const entries = new Map(archive.entries.map((entry) => [entry.name, entry]));
  await client.query("create temp table arriving (line json) on commit drop");
  let rows = 0;
  for (const table of manifest.tables) {
    const parts = Array.from({ length: table.parts }, (_, part) => entries.get(linesName(table.name, part + 1)));
    await copyIn(client, `copy arriving from stdin ${asLines}`, parts, archive);
    const came = await client.query(insertionOf(table, manifest));
    // A plan may be here already, as all companies share it.
    if (came.rowCount !== table.rows && table.name !== "plans")
      throw new AppError("conflict", { message: `${table.name} got ${came.rowCount} of ${table.rows} rows.` });
    await client.query("truncate arriving");
    rows += table.rows;
    progress.tell({ rows });
  }
  return rows;
}

/** A row of another company is no row of this file: it is left out, and the count tells. */
function ownRows({ name }: Arriving, companyId: string): string {
  if (name === "plans")
    return `"id" = (select "planId" from companies where "id" = '${companyId}') on conflict do nothing`;
  return `"${name === "companies" ? "id" : "companyId"}" = '${companyId}'`;
}

function insertionOf(table: Arriving, { companyId, passed }: CompanyManifest): string {
  const columns = columnsOf(table);
  const from = `from arriving, json_populate_record(null::${placeOf(table)}, line) where ${ownRows(table, companyId)}`;
  if (table.name !== "events")
    return `insert into ${placeOf(table)} (${columns}) overriding system value select ${columns} ${from}`;
  // Their order of insertion and their places count all companies of an installation: they get others.
  const kept = columnsOf({ columns: table.columns.filter((one) => one !== "ordinal" && one !== "position") });
  const taken = kept.replace('"seq"', `case when "position" <= ${passed} then "seq" end`);
  return `insert into ${placeOf(table)} (${kept}) select ${taken} ${from} order by "ordinal"`;
}

/**
 * Events that were told keep their number in the company, and come before all others of this installation: nobody tells
 * them again. The relay here tells the rest.
 */
async function placeEvents(client: pg.Client, companyId: string): Promise<void> {
  await client.query(
    `update events e set "position" = least(0, (select min("position") from events)) - t."n"
     from (select "id", row_number() over (order by "seq" desc) as "n" from events where "companyId" = $1 and "seq" is not null) t
     where e."companyId" = $1 and e."id" = t."id"`,
    [companyId],
  );
}

/** Whoever had taken something up is no process of this installation: others free it, as after a death. */
async function freeClaims(client: pg.Client, { companyId, tables }: CompanyManifest): Promise<void> {
  for (const table of tables)
    for (const holder of table.columns.filter((one) => one === "heldBy" || one === "leasedBy"))
      await client.query(
        `insert into processes ("id", "deadSince") select distinct "${holder}", now() from ${placeOf(table)}
         where "companyId" = $1 and "${holder}" is not null on conflict do nothing`,
        [companyId],
      );
}
