import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import pg from "pg";
import { afterAll, expect, inject, it } from "vitest";
import { env } from "#server/config/env.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { prepareJobs, prepareJobsWithin } from "#server/jobs/preparing.ts";
import { scratchDatabase } from "#server/testing/database-server.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { ask, plainDatabase, admin as run } from "#server/testing/processes/installation.ts";
import { converse, say } from "#server/testing/talking.ts";
import { removeUploads } from "#server/uploads/removing.ts";
import { readFile } from "#server/uploads/storage.ts";
import { storeFile } from "#server/uploads/storing.ts";
import { sweepUntaken } from "#server/uploads/sweeping.ts";
import { ArchiveReader, ArchiveWriter } from "./archive.ts";
import { fileName, type Manifest, manifestName, manifestSchema, partName, secretName } from "./manifest.ts";
import { restoreBackup } from "./restoring.ts";
import { takeBackup } from "./taking.ts";

const company = await openCompany("Acme", allFurniture);
const api = await openApi(company);
const server = inject("testServer");
const source = env.databaseUrl ?? "";
const folder = await fs.mkdtemp(path.join(os.tmpdir(), "parley-backup-"));
afterAll(() => fs.rm(folder, { recursive: true, force: true }));
await prepareJobs(source);

const fileIn = (name: string) => path.join(folder, name);
const admin = (url: string, dataDir: string, ...args: string[]) => run({ url, dataDir, cwd: folder }, ...args);

async function opened(file: string): Promise<{ archive: ArchiveReader; manifest: Manifest }> {
  const archive = await ArchiveReader.open(file, () => undefined);
  const [entry] = archive.entries.filter(({ name }) => name === manifestName);
  if (!entry) throw new Error("no manifest");
  return { archive, manifest: manifestSchema.parse(JSON.parse((await archive.read(entry)).toString())) };
}

/** All rows of each table as PostgreSQL writes them, by table. */
async function contents(file: string): Promise<Map<string, string>> {
  const { archive, manifest } = await opened(file);
  const found = new Map<string, string>();
  for (const table of manifest.tables) {
    const parts: Buffer[] = [];
    for (const entry of archive.entries.filter(({ name }) => name.startsWith(partName(table, 0).slice(0, -14))))
      parts.push(await promisify(gunzip)(await archive.read(entry)));
    const lines = Buffer.concat(parts).toString("utf8").split("\n").sort();
    found.set(`${table.schema}.${table.name}`, `${table.rows} ${hashOf(Buffer.from(lines.join("\n")))}`);
  }
  await archive.close();
  return found;
}

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Fifty messages a second, each tenth with a file, until it is told to end. */
function load() {
  const ended = new AbortController();
  const begun = Promise.withResolvers<void>();
  const run = async () => {
    const conversations = await Promise.all([1, 2, 3, 4, 5].map(() => converse(api, company)));
    const tries: Promise<unknown>[] = [];
    for (let n = 0; !ended.signal.aborted; n += 1) {
      const { id } = conversations[n % conversations.length] ?? { id: "" };
      tries.push(say(api, id, "visitor", { body: `Number ${n} \\ \t "quoted" ñ 🚀` }));
      if (n === 50) Promise.all(tries).then(() => begun.resolve(), begun.reject);
      if (n % 10 === 0) tries.push(storeFile(systemActor(company.companyId), randomBytes(20_000), `${n}.bin`));
      await pause(20);
    }
    return (await Promise.all(tries)).length;
  };
  const done = run();
  const end = () => {
    ended.abort();
    return done;
  };
  return { begun: begun.promise, end };
}

it("what is taken under load restores, in an empty place, to one consistent whole [P4]", async () => {
  // Files of other tests that share the database may be gone already.
  const { missing } = await takeBackup(source, fileIn("before.tar"));
  const talk = load();
  await talk.begun;
  const taken = await takeBackup(source, fileIn("load.tar"));
  await pause(200);
  expect(await talk.end()).toBeGreaterThan(50);
  expect(taken.missing).toBe(missing);
  expect(taken.files).toBeGreaterThan(4);

  const target = await plainDatabase("load");
  const dataDir = fileIn("restored");
  const { code, answer } = await admin(target, dataDir, "restore", "load.tar");
  const says = missing === 0 ? [] : [expect.stringContaining(`${missing} file`)];
  expect([code, answer]).toMatchObject([0, { rows: taken.rows, tables: taken.tables, files: taken.files, says }]);

  const { manifest, archive } = await opened(fileIn("load.tar"));
  await archive.close();
  // Parts of a union come in any order where PostgreSQL reads them side by side.
  const counts = await asSystem<{ table: string; n: number }>(
    target,
    manifest.tables
      .map(
        ({ schema, name }) => `select '${schema}.${name}' as "table", count(*)::int as "n" from "${schema}"."${name}"`,
      )
      .join(" union all "),
  );
  expect(new Map(counts.map(({ table, n }) => [table, n]))).toEqual(
    new Map(manifest.tables.map(({ schema, name, rows }) => [`${schema}.${name}`, rows])),
  );
  // No message without its conversation's word of it, none twice, none missing between. Other tests that share the
  // database write rows by themselves.
  const torn = await asSystem(
    target,
    `select count(*)::int as "n" from (
       select c."id" from conversations c join messages m on m."companyId" = c."companyId" and m."conversationId" = c."id"
       where c."companyId" = '${company.companyId}'
       group by c."companyId", c."id", c."lastSeq" having count(*) <> max(m."seq") or max(m."seq") <> c."lastSeq") t`,
  );
  expect(torn).toEqual([{ n: 0 }]);
  const keys = await asSystem<{ key: string }>(target, `select "key" from uploads order by 1`);
  for (const { key } of keys) {
    const restored = await fs.readFile(path.join(dataDir, "uploads", key.slice(0, 2), key));
    expect(hashOf(restored)).toBe(hashOf((await readFile(key)) ?? Buffer.alloc(0)));
  }
  expect(keys.length).toBe(taken.files);

  // The way back: nothing of any table has changed, and the schema's locks are as they were.
  expect(await takeBackup(target, fileIn("again.tar"))).toMatchObject({ rows: taken.rows, files: taken.files });
  expect(await contents(fileIn("again.tar"))).toEqual(await contents(fileIn("load.tar")));
  const locks = `select string_agg(t, ',' order by t) as "all" from (
    select c."relname" || c."relforcerowsecurity"::text || c."relrowsecurity"::text as t from pg_class c
      where c."relnamespace" = 'public'::regnamespace and c."relkind" = 'r'
    union all select "tgname" || "tgenabled"::text from pg_trigger where not "tgisinternal"
    union all select "conname" || "convalidated"::text || pg_get_constraintdef("oid") from pg_constraint where "contype" = 'f') x`;
  expect(await ask(target, locks)).toEqual(await ask(source, locks));

  // A second time only by force, and then it is the same again.
  const open = () => Promise.resolve({ url: target, close: () => Promise.resolve() });
  const once = { file: fileIn("load.tar"), open, prepareJobs: prepareJobsWithin };
  await expect(restoreBackup({ ...once, force: false })).rejects.toThrow(/not empty/);
  expect(await restoreBackup({ ...once, force: true })).toMatchObject({ rows: taken.rows });
});

async function asSystem<Row extends object = { n: number }>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, options: "-c role=parley_system" });
  await client.connect();
  return client
    .query<Row>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** A backup with the secret of its data folder, and with the manifest that `change` makes of its own. */
async function remade(from: string, to: string, secret: string, change: (manifest: Manifest) => Manifest) {
  const { archive, manifest } = await opened(from);
  const writer = await ArchiveWriter.open(to);
  for (const entry of archive.entries)
    if (entry.name !== manifestName) await writer.add(entry.name, await archive.read(entry));
  await writer.add(secretName, Buffer.from(secret));
  await writer.add(manifestName, Buffer.from(JSON.stringify(change(manifest))));
  await writer.finish();
  await archive.close();
}

it("what a restore replaces goes once it has succeeded: the secret is kept, files of rows that went are not [P4]", async () => {
  await storeFile(systemActor(company.companyId), randomBytes(100), "brought.bin");
  await takeBackup(source, fileIn("plain.tar"));
  const brought = randomBytes(32).toString("base64url");
  await remade(fileIn("plain.tar"), fileIn("brought.tar"), brought, (manifest) => manifest);
  const short = ({ tables, ...manifest }: Manifest): Manifest => ({
    ...manifest,
    tables: tables.map((table) => (table.name === "uploads" ? { ...table, rows: table.rows + 1 } : table)),
  });
  await remade(fileIn("plain.tar"), fileIn("short.tar"), brought, short);
  await remade(fileIn("plain.tar"), fileIn("jobs.tar"), brought, (manifest) => ({ ...manifest, jobs: 1 }));

  const place = { url: await plainDatabase("held"), dataDir: fileIn("held"), cwd: folder };
  const admin = (...args: string[]) => run({ ...place, settings: { NEXTAUTH_SECRET: undefined } }, ...args);
  const person = ["--admin-email", "ana@example.com", "--admin-password", "a long enough password 7"];
  const { answer } = await admin("company", "create", "--name", "Held", ...person);
  const key = `${"k".repeat(32)}.bin`;
  const named = `insert into uploads ("companyId", "id", "key", "contentType", "size", "createdBy")
    values ('${String(answer.id)}', gen_random_uuid(), '${key}', 'application/octet-stream', 3, 'test')`;
  await asSystem(place.url, named);
  const own = path.join(place.dataDir, "uploads", "kk", key);
  await fs.mkdir(path.dirname(own), { recursive: true });
  await fs.writeFile(own, "own");
  const look = async () => ({
    secret: (await fs.readFile(path.join(place.dataDir, "secret"), "utf8")).trim(),
    beside: (await fs.readdir(place.dataDir)).filter((name) => name.startsWith("secret.")),
    files: (await fs.readdir(path.join(place.dataDir, "uploads"), { recursive: true })).filter((name) =>
      name.endsWith(".bin"),
    ),
  });
  const before = await look();
  expect(before).toMatchObject({ beside: [], files: [`kk/${key}`] });

  for (const [file, fault] of [
    ["short.tar", /uploads got/],
    ["jobs.tar", /job tables/],
  ] as const) {
    const failed = await admin("restore", file, "--force");
    expect([failed.code, failed.answer.message]).toEqual([1, expect.stringMatching(fault)]);
    expect(await look()).toEqual(before);
  }
  const done = await admin("restore", "--force", "brought.tar");
  const kept = path.join(place.dataDir, "secret.before-");
  expect([done.code, done.answer.says]).toEqual([0, expect.arrayContaining([expect.stringContaining(kept)])]);
  const after = await look();
  expect(after).toMatchObject({ secret: brought, beside: [expect.stringMatching(/^secret\.before-\d{8}T\d+Z$/)] });
  expect(await fs.readFile(path.join(place.dataDir, after.beside[0] ?? ""), "utf8")).toBe(`${before.secret}\n`);
  expect(after.files).not.toContain(`kk/${key}`);
  const { archive } = await opened(fileIn("brought.tar"));
  await archive.close();
  const held = archive.entries.filter(({ name }) => name.startsWith(fileName("")) && name.endsWith(".bin"));
  expect(after.files.map((name) => fileName(path.basename(name))).sort()).toEqual(held.map(({ name }) => name).sort());
  // The same again replaces nothing.
  expect((await admin("restore", "brought.tar", "--force")).code).toBe(0);
  expect(await look()).toEqual(after);
});

it("a database of a later version keeps everything until the restore has succeeded [P4]", {
  timeout: 300_000,
}, async () => {
  const target = await plainDatabase("later");
  const open = () => Promise.resolve({ url: target, close: () => Promise.resolve() });
  const restore = (name: string) =>
    restoreBackup({ file: fileIn(name), force: true, open, prepareJobs: prepareJobsWithin });
  const { rows } = await takeBackup(source, fileIn("earlier.tar"));
  const short = ({ tables, ...manifest }: Manifest): Manifest => ({
    ...manifest,
    tables: tables.map((table) => (table.name === "uploads" ? { ...table, rows: table.rows + 1 } : table)),
  });
  await remade(fileIn("earlier.tar"), fileIn("earlier-short.tar"), "unused", short);
  await restore("earlier.tar");
  await ask(
    target,
    `create table later_table ("id" int); insert into _prisma_migrations
       ("id", "checksum", "migration_name", "finished_at", "applied_steps_count")
     values ('later', 'later', '29990101000000_later', now(), 1)`,
  );
  const look = async () => ({
    companies: await asSystem<{ id: string }>(target, `select "id" from companies order by 1`),
    later: await ask(target, `select to_regclass('later_table') is not null as "table"`),
    migrations: await ask<{ n: number }>(target, `select count(*)::int as "n" from _prisma_migrations`),
    jobs: await ask(target, `select max("id") as "version" from graphile_worker.migrations`),
  });
  const before = await look();
  expect(before).toMatchObject({
    later: [{ table: true }],
    companies: expect.arrayContaining([{ id: company.companyId }]),
  });
  await expect(restore("earlier-short.tar")).rejects.toThrow(/uploads got/);
  expect(await look()).toEqual(before);
  expect(await restore("earlier.tar")).toMatchObject({ rows, says: [] });
  const migrations = [{ n: Number(before.migrations[0]?.n) - 1 }];
  expect(await look()).toEqual({ ...before, later: [{ table: false }], migrations });
});

it("a backup without the files that rows name says so, and fails [P4]", async () => {
  await storeFile(systemActor(company.companyId), randomBytes(100), "elsewhere.bin");
  const { code, answer } = await admin(source, fileIn("elsewhere"), "backup", "no-files.tar");
  const says = [expect.stringMatching(/^(\d+) of \1 files .* STORAGE_URL/)];
  expect([code, answer]).toMatchObject([1, { files: 0, says }]);
  expect((await fs.stat(fileIn("no-files.tar"))).size).toBeGreaterThan(1000);
});

it("a file that was cut off or altered is found out before anything is opened [P4]", async () => {
  await takeBackup(source, fileIn("whole.tar"));
  const whole = await fs.readFile(fileIn("whole.tar"));
  const altered = Buffer.from(whole);
  altered[Math.floor(whole.length / 2)] = (altered[Math.floor(whole.length / 2)] ?? 0) ^ 1;
  const lastByte = Buffer.from(whole);
  lastByte[whole.length - 1] = 1;
  const cases = [
    whole.subarray(0, whole.length - 512),
    whole.subarray(0, 5),
    Buffer.concat([whole, Buffer.alloc(512)]),
    altered,
    lastByte,
  ];
  for (const bytes of cases) {
    await fs.writeFile(fileIn("broken.tar"), bytes);
    const open = () => Promise.reject(new Error("it was opened"));
    const tried = restoreBackup({ file: fileIn("broken.tar"), force: false, open, prepareJobs: prepareJobsWithin });
    await expect(tried).rejects.toThrow(/no whole backup/);
  }
  await expect(takeBackup(source, fileIn("whole.tar"))).rejects.toThrow(/exists already/);
  expect((await fs.readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
});

it("while a backup is taken no file goes, and afterwards it does [P4]", async () => {
  const actor = systemActor(company.companyId);
  const { id, url } = await storeFile(actor, randomBytes(100), "old.bin");
  await systemPool().query(`update uploads set "expiresAt" = '2020-01-01' where "id" = $1`, [id]);
  const key = url.split("/").at(-1) ?? "";
  const backup = new pg.Client({ connectionString: source });
  await backup.connect();
  await backup.query("select pg_advisory_lock(7275396)");
  expect(await sweepUntaken.execute(actor, {})).toEqual({ swept: 0, more: false, later: true });
  expect(await removeUploads.execute(actor, { conversationId: id })).toEqual({ removed: 0, later: true });
  expect(await readFile(key)).toBeDefined();
  await backup.end();
  await expect.poll(async () => (await sweepUntaken.execute(actor, {})).swept).toBeGreaterThan(0);
  expect(await readFile(key)).toBeUndefined();
});

it("a database where somebody works is left alone, even by force [P4]", async () => {
  const target = await scratchDatabase(server, "busy");
  const busy = new pg.Client({ connectionString: target, application_name: "parley worker" });
  await busy.connect();
  const open = () => Promise.resolve({ url: target, close: () => Promise.resolve() });
  const tried = restoreBackup({ file: fileIn("load.tar"), force: true, open, prepareJobs: prepareJobsWithin });
  await expect(tried).rejects.toThrow(/stop all its processes/);
  await busy.end();
});
