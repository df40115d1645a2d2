import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { day } from "#server/base/clock.ts";
import { ifPresent } from "#server/base/missing-files.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { newKey } from "../storage.ts";
import { recordFile } from "../storing.ts";
import { filesLock } from "../sweeping.ts";
import { sweepLeftovers } from "./sweeping.ts";

const company = await openCompany();
const folder = await fs.mkdtemp(path.join(os.tmpdir(), "parley-leftovers-"));
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

const mark = path.join(folder, ".database");
const fileOf = (name: string) => path.join(folder, name.slice(0, 2), name);
const isThere = async (name: string) => (await ifPresent(() => fs.stat(fileOf(name)))) !== undefined;

/** A file that came so many days ago. */
async function lay(name: string, days: number): Promise<string> {
  await fs.mkdir(path.dirname(fileOf(name)), { recursive: true });
  await fs.writeFile(fileOf(name), "bytes");
  const at = new Date(Date.now() - days * day);
  await fs.utimes(fileOf(name), at, at);
  return name;
}

/** The folder has been this database's for so many days. */
async function belongsSince(days: number): Promise<void> {
  const { database } = JSON.parse(await fs.readFile(mark, "utf8")) as { database: string };
  await fs.writeFile(mark, JSON.stringify({ database, since: new Date(Date.now() - days * day) }));
}

async function named(days: number): Promise<string> {
  const key = newKey("pdf");
  const entry = { key, contentType: "application/pdf" as const, size: 5, fileName: "offer.pdf" };
  await recordFile.execute(systemActor(company.companyId), entry);
  return lay(key, days);
}

beforeEach(async () => {
  await lay(newKey("bin"), 0);
  await sweepLeftovers(undefined, folder);
  await belongsSince(10);
});

it("removes files that no row names and parts of files, a day after they came, and nothing else", async () => {
  const gone = [await lay(newKey("bin"), 2), await lay(newKey("png"), 9), await lay(`${newKey("mp4")}.part`, 2)];
  const foreign = path.join(folder, "README.txt");
  await fs.writeFile(foreign, "of somebody");
  await fs.utimes(foreign, new Date(0), new Date(0));
  const kept = [
    ...[await named(2), await named(9)],
    ...[await lay(newKey("bin"), 0.9), await lay(`${newKey("mp4")}.part`, 0.5), await lay("notes.of.an.operator", 5)],
  ];
  await sweepLeftovers(undefined, folder);
  for (const name of gone) expect(await isThere(name)).toBe(false);
  for (const name of kept) expect(await isThere(name)).toBe(true);
  expect(await fs.readFile(foreign, "utf8")).toBe("of somebody");
});

it("leaves alone what came before the folder was this database's: the rows of another one may name it", async () => {
  const [before, since] = [await lay(newKey("bin"), 12), await lay(newKey("bin"), 2)];
  await sweepLeftovers(undefined, folder);
  expect([await isThere(before), await isThere(since)]).toEqual([true, false]);
  // Another database comes to the same folder, and this one comes back to it.
  for (const database of ["another", "and another"]) {
    await fs.writeFile(mark, JSON.stringify({ database, since: new Date(0) }));
    const theirs = await lay(newKey("bin"), 3);
    await sweepLeftovers(undefined, folder);
    expect(await isThere(theirs)).toBe(true);
  }
});

it("waits while a backup is being taken", async () => {
  const key = await lay(newKey("bin"), 2);
  const backup = await systemPool().connect();
  try {
    await backup.query("select pg_advisory_lock($1)", [filesLock]);
    await sweepLeftovers(undefined, folder);
    expect(await isThere(key)).toBe(true);
  } finally {
    await backup.query("select pg_advisory_unlock($1)", [filesLock]);
    backup.release();
  }
  await sweepLeftovers(undefined, folder);
  expect(await isThere(key)).toBe(false);
});
