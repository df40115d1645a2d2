import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, inject, it } from "vitest";
import { seal } from "#server/base/secrets.ts";
import { env } from "#server/config/env.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { flushRequests } from "#server/requests/recording.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { ask, plainDatabase, admin as run } from "#server/testing/processes/installation.ts";
import { converse, say } from "#server/testing/talking.ts";
import { flushTokenUse } from "#server/tokens/usage.ts";
import { storeFile } from "#server/uploads/storing.ts";
import { ArchiveReader, ArchiveWriter } from "../archive.ts";
import { companyManifestName, passing } from "./manifest.ts";

const source = env.databaseUrl ?? "";
const folder = await fs.mkdtemp(path.join(os.tmpdir(), "parley-company-"));
afterAll(() => fs.rm(folder, { recursive: true, force: true }));
const server = inject("testServer");
const data = (url: string) => (url === source ? server.dataDir : path.join(folder, "data"));
const admin = (url: string, ...args: string[]) => run({ url, dataDir: data(url), cwd: folder }, ...args);

const company = await openCompany("Moving", allFurniture);
const nothing = { count: 0, bytes: 0, missing: 0 };
const asSystem = "-c role=parley_system";

/** Each table's rows of one company as PostgreSQL writes them; the place of events is each installation's own. */
async function rowsOf(url: string, companyId: string): Promise<Record<string, { count: number; sum: string }>> {
  const tables = await ask<{ name: string }>(
    url,
    `select c."relname" as "name" from pg_class c join pg_attribute a on a."attrelid" = c."oid"
     where c."relnamespace" = 'public'::regnamespace and c."relkind" = 'r' and a."attname" = 'companyId' order by 1`,
  );
  const found: Record<string, { count: number; sum: string }> = {};
  for (const { name } of tables.filter((one) => !passing.has(one.name))) {
    const [row] = await ask<{ count: number; sum: string }>(
      url,
      `select count(*)::int as "count", md5(coalesce(string_agg(r, chr(10) order by r), '')) as "sum"
       from (select (to_jsonb(t) - 'position' - 'ordinal')::text as r from "${name}" t where "companyId" = '${companyId}') x`,
      asSystem,
    );
    if (row) found[name] = row;
  }
  return found;
}

it("a company moves to another installation with its ids, rows and files, beside one that is there [P4]", async () => {
  const api = await openApi(company);
  const { id } = await converse(api, company);
  for (let n = 0; n < 20; n += 1) await say(api, id, "visitor", { body: `Number ${n} \\ \t "quoted" \u0001 ñ 🚀` });
  const bytes = randomBytes(5000);
  const { url } = await storeFile(systemActor(company.companyId), bytes, "kept.bin");
  // Told, as a relay tells it; the last one is not.
  await systemPool().query(
    `update events e set "seq" = t."n", "position" = -9000000 + t."n" from (
       select "id", row_number() over (order by "ordinal") as "n" from events where "companyId" = $1) t
     where e."companyId" = $1 and e."id" = t."id"`,
    [company.companyId],
  );
  const { rowCount: told } = await systemPool().query(
    `insert into event_positions ("companyId", "position") select "companyId", count(*) from events where "companyId" = $1 group by 1`,
    [company.companyId],
  );
  expect(told).toBe(1);
  await say(api, id, "visitor", { body: "Not told yet" });
  const { rowCount: held } = await systemPool().query(
    `insert into webhook_deliveries ("companyId", "id", "webhookId", "eventId", "event", "body", "leasedBy")
     select w."companyId", gen_random_uuid(), w."id", e."id", e."type", '{}', 77 from webhooks w join events e using ("companyId")
     where w."companyId" = $1 and e."seq" = 1 limit 1`,
    [company.companyId],
  );
  expect(held).toBe(1);
  await Promise.all([flushRequests(), flushTokenUse()]);

  const taken = await admin(source, "company", "export", "moving.tar", "--company", company.companyId);
  expect(taken).toMatchObject({ code: 0, answer: { companyId: company.companyId, name: "Moving", missing: 0 } });

  const target = await plainDatabase("company");
  const other = await admin(
    ...([target, "company", "create", "--name", "Here", "--admin-email", "here@example.com"] as const),
    ...["--admin-password", "tea at the harbour"],
  );
  const otherId = String(other.answer.id);
  const before = await rowsOf(target, otherId);
  const brought = await admin(target, "company", "import", "moving.tar");
  expect(brought).toMatchObject({
    code: 0,
    answer: {
      companyId: company.companyId,
      rows: taken.answer.rows,
      files: taken.answer.files,
      says: [],
    },
  });

  expect(await rowsOf(target, company.companyId)).toEqual(await rowsOf(source, company.companyId));
  expect(await rowsOf(target, otherId)).toEqual(before);
  const key = url.split("/").at(-1) ?? "";
  expect(await fs.readFile(path.join(folder, "data", "uploads", key.slice(0, 2), key))).toEqual(bytes);
  const [placed] = await ask<{ told: number; places: number; inOrder: boolean; first: string }>(
    target,
    `select count("seq")::int as "told", count(distinct "position")::int as "places",
       bool_and("position" < 0) filter (where "seq" is not null) as "inOrder",
       (select "position"::text from events where "companyId" = '${company.companyId}' and "seq" = 1) as "first"
     from events where "companyId" = '${company.companyId}'`,
    asSystem,
  );
  // All before the events of this installation, in their order; nobody tells them again.
  expect(placed?.told).toBeGreaterThan(20);
  expect(placed).toMatchObject({ places: placed?.told, inOrder: true, first: String(-(placed?.told ?? 0)) });
  expect(await ask(target, `select "deadSince" is not null as "dead" from processes where "id" = 77`)).toEqual([
    { dead: true },
  ]);

  // The schema's locks are as they were.
  const locks = `select string_agg(t, ',' order by t) as "all" from (
    select c."relname" || c."relforcerowsecurity"::text || c."relrowsecurity"::text as t from pg_class c
      where c."relnamespace" = 'public'::regnamespace and c."relkind" = 'r'
    union all select "tgname" || "tgenabled"::text from pg_trigger where not "tgisinternal"
    union all select "conname" || "convalidated"::text || "condeferrable"::text || "condeferred"::text
      from pg_constraint where "contype" = 'f') x`;
  expect(await ask(target, locks)).toEqual(await ask(source, locks));

  expect(await admin(target, "company", "import", "moving.tar")).toMatchObject({
    ...{ code: 1, answer: { error: "already_exists" } },
  });
});

it("what is no whole export of a company changes nothing, and says why [P4]", async () => {
  expect(
    await admin(source, "company", "export", "gone.tar", "--company", randomBytes(3).toString("hex")),
  ).toMatchObject({ code: 1, answer: { error: "not_found" } });
  await admin(source, "company", "export", "staying.tar", "--company", company.companyId);
  const whole = await fs.readFile(path.join(folder, "staying.tar"));
  await fs.writeFile(path.join(folder, "cut.tar"), whole.subarray(0, whole.length - 512));
  const target = await plainDatabase("broken");
  for (const [file, why] of [
    ["cut.tar", /no whole backup/],
    ["absent.tar", /cannot be read/],
  ] as const)
    expect(await admin(target, "company", "import", file)).toMatchObject({
      ...{ code: 1, answer: { error: "validation_error", message: expect.stringMatching(why) } },
    });
  await admin(source, "backup", "all.tar");
  expect(await admin(target, "company", "import", "all.tar")).toMatchObject({
    ...{ code: 1, answer: { message: expect.stringMatching(/no export of a company/) } },
  });
  expect(await ask(target, `select to_regclass('public.companies') as "there"`)).toEqual([{ there: null }]);

  // A manifest that names rows which are not in the file.
  const archive = await ArchiveReader.open(path.join(folder, "staying.tar"), () => undefined);
  const [entry] = archive.entries.filter(({ name }) => name === companyManifestName);
  if (!entry) throw new Error("no manifest");
  const hollow = await ArchiveWriter.open(path.join(folder, "hollow.tar"));
  await hollow.add(companyManifestName, await archive.read(entry));
  await hollow.finish();
  expect(await admin(target, "company", "import", "hollow.tar")).toMatchObject({
    ...{ code: 1, answer: { error: "validation_error", message: "A part of a table is missing." } },
  });

  // One that brings no table, and a file of somebody else's name.
  const foreign = `${randomBytes(24).toString("base64url")}.png`;
  const theirs = path.join(folder, "data", "uploads", foreign.slice(0, 2), foreign);
  await fs.mkdir(path.dirname(theirs), { recursive: true });
  await fs.writeFile(theirs, "theirs");
  const empty = await ArchiveWriter.open(path.join(folder, "empty.tar"));
  await empty.add(`uploads/${foreign}`, Buffer.from("mine"));
  const said = JSON.parse((await archive.read(entry)).toString()) as object;
  await empty.add(companyManifestName, Buffer.from(JSON.stringify({ ...said, tables: [], files: nothing })));
  await empty.finish();
  expect(await admin(target, "company", "import", "empty.tar")).toMatchObject({
    ...{ code: 1, answer: { error: "validation_error", message: expect.stringMatching(/no whole export/) } },
  });
  const fuller = await ArchiveWriter.open(path.join(folder, "fuller.tar"));
  await fuller.add(`uploads/${foreign}`, Buffer.from("mine"));
  for (const one of archive.entries) await fuller.add(one.name, await archive.read(one));
  await Promise.all([archive.close(), fuller.finish()]);
  expect(await ask(target, `select 1 from companies`, asSystem)).toEqual([]);
  // The secret was another here once.
  const push = seal(randomBytes(32).toString("base64url"));
  await ask(target, `insert into lasting_keys ("purpose", "key") values ('push 0', '${push}')`, asSystem);
  expect(await admin(target, "company", "import", "fuller.tar")).toMatchObject({
    ...{ code: 0, answer: { says: [expect.stringMatching(/recovery codes/)] } },
  });
  expect(await fs.readFile(theirs, "utf8")).toBe("theirs");
});
