import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { inCompany } from "#server/db/pool.ts";
import { plannedAnew, rows, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { digitsOf } from "../identity/phones.ts";
import type { Contact } from "../schema.ts";
import { listContacts } from "./listing.ts";
import { collect, type Slice } from "./page-query.sql.ts";

type Page = {
  pagination: {
    page: number;
    limit: number;
    total: number;
    totalPages: number;
    hasNext: boolean;
    hasPrev: boolean;
    nextCursor: string | null;
  };
  data: Contact[];
};

let all: Contact[];

const names = [
  "Ana García",
  "ana lópez",
  "José Núñez",
  "JOSE PEREZ",
  "Zoë",
  "Bob",
  "bob_100%",
  "Ñandú",
  "Æsir",
  "Chloé Smith",
];
const words = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
const at = (n: number) => new Date(Date.UTC(2026, 0, 1 + (n % 60), n % 24)).toISOString();

/** Contacts of every kind, written past the service: dates and all. */
async function fill(channelId: string): Promise<void> {
  const people = [company.agent.id, company.otherAgent.id, null, null];
  const records = Array.from({ length: 160 }, (_, n) => ({
    companyId: company.companyId,
    id: newId(),
    channelId,
    name: `${words(names, n)}${n % 3 === 0 ? "" : ` ${n}`}`,
    email: n % 4 === 0 ? "" : `Person${n}@${words(["Example.com", "mail.example.org"], n)}`,
    emailKey: n % 4 === 0 ? "" : `person${n}@${words(["example.com", "mail.example.org"], n)}`,
    phone: n % 5 === 0 ? "" : `+54 9 11 ${2000 + n}-${6000 + n}`,
    internationalPhoneNumber: n % 5 === 0 ? "" : `54911${2000 + n}${6000 + n}`,
    phoneKeys: [],
    status: words(["new", "new", "active", "client", "long_term"], n),
    subStatus: words(["", "", "callback", "100%"], n),
    message: "",
    assignedTo: words(people, n),
    rating: n % 6,
    entryMethod: words(["WEB", "WHATSAPP", "API"], n),
    tags: words([[], [], ["vip"], ["vip", "b2b"], ["VIP"]], n),
    customFields: {},
    createdAt: at(n * 7),
    updatedAt: at(n * 11),
  }));
  await systemPool().query(
    `insert into contacts ("companyId","id","channelId","name","email","emailKey","phone","internationalPhoneNumber",
       "phoneKeys","status","subStatus","message","assignedTo","rating","entryMethod","tags","customFields","createdAt","updatedAt")
     select "companyId","id","channelId","name","email","emailKey","phone","internationalPhoneNumber","phoneKeys","status",
       "subStatus","message","assignedTo","rating","entryMethod","tags","customFields","createdAt","updatedAt"
     from jsonb_populate_recordset(null::contacts, $1::jsonb)`,
    [JSON.stringify(records)],
  );
}

const company = await openCompany();
const other = await furnishedCompany("Other");
const api = await openApi(company);

beforeAll(async () => {
  await fill(company.given.channelId ?? "");
  all = [];
  for (let page = 1; page < 4; page += 1) all.push(...(await list({ limit: 100, page })).data);
});

const list = (input: Record<string, unknown> = {}): Promise<Page> =>
  listContacts.execute(company.admin, input as never) as Promise<Page>;
const ids = (contacts: readonly { id: string }[]) => contacts.map((contact) => contact.id);
const fold = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .replaceAll("Æ", "AE")
    .toLowerCase();

/** Every row of a list by following its cursor. */
async function walk(input: Record<string, unknown>, limit: number): Promise<Contact[]> {
  const found: Contact[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list({ ...input, limit, ...(cursor ? { cursor } : {}) });
    found.push(...page.data);
    cursor = page.pagination.nextCursor;
  }
  return found;
}

type Value = string | number;
const sortValue: Record<string, (contact: Contact) => Value> = {
  _id: (contact) => contact.id,
  createdAt: (contact) => contact.createdAt,
  creationDate: (contact) => contact.createdAt,
  updatedAt: (contact) => contact.updatedAt,
  lastUpdate: (contact) => contact.updatedAt,
  email: (contact) => contact.email.toLowerCase(),
  status: (contact) => contact.status,
  rating: (contact) => contact.rating,
};
const compare = (a: Value, b: Value) => (a < b ? -1 : a > b ? 1 : 0);

/** The rules of D9 once more, in plain words, over everything there is. */
const matches: Record<string, (contact: Contact, value: never) => boolean> = {
  status: (contact, value: string) => value.toLowerCase().split(",").includes(contact.status),
  subStatus: (contact, value: string) => contact.subStatus === value,
  assignedTo: (contact, value: string) => value.split(",").includes(contact.assignedTo ?? "UNASSIGNED"),
  entryMethod: (contact, value: string) => value.split(",").includes(contact.entryMethod),
  tags: (contact, value: string) => value.split(",").some((tag) => contact.tags.includes(tag)),
  rating: (contact, value: string) => value.split(",").includes(String(contact.rating)),
  websiteId: (contact, value: string) => value.split(",").includes(contact.channelId),
  name: (contact, value: string) => fold(contact.name).includes(fold(value)),
  email: (contact, value: string) => contact.email.toLowerCase().includes(value.toLowerCase()),
  phone: (contact, value: string) => digitsOf(contact.phone).includes(digitsOf(value)),
  dateFrom: (contact, value: string) => contact.createdAt >= value,
  dateTo: (contact, value: string) => contact.createdAt <= value,
  lastUpdateDateFrom: (contact, value: string) => contact.updatedAt >= value,
  lastUpdateDateTo: (contact, value: string) => contact.updatedAt <= value,
  updatedSince: (contact, value: string) => contact.updatedAt >= value,
};

const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const listOf = (values: readonly string[]) =>
  fc.subarray([...values], { minLength: 1 }).map((chosen) => chosen.join(","));
const date = fc.integer({ min: 0, max: 1500 }).map(at);

describe("GET /v1/contacts", () => {
  it("finds exactly what plain filtering finds, in order, whole, by page and by cursor", async () => {
    const filters = fc.record({
      status: some(listOf(["new", "ACTIVE", "client", "long_term"])),
      subStatus: some(fc.constantFrom("callback", "100%", "none")),
      assignedTo: some(listOf([company.agent.id, company.otherAgent.id, "UNASSIGNED", "nobody"])),
      entryMethod: some(listOf(["WEB", "WHATSAPP", "FAX"])),
      rating: some(listOf(["0", "1", "5"])),
      tags: some(listOf(["vip", "b2b", "none"])),
      websiteId: some(fc.constantFrom(company.given.channelId ?? "", "nope")),
      name: some(fc.constantFrom("ana", "JOSÉ", "ñ", "_100%", "%", "b", "aesir")),
      email: some(fc.constantFrom("PERSON1", "mail.", "@")),
      phone: some(fc.constantFrom("54 9 11 20", "600", "2")),
      dateFrom: some(date),
      dateTo: some(date),
      lastUpdateDateFrom: some(date),
      lastUpdateDateTo: some(date),
      updatedSince: some(date),
    });
    const order = fc.record({
      orderBy: fc.constantFrom(...Object.keys(sortValue)),
      order: fc.constantFrom("asc", "desc"),
    });
    const property = fc.asyncProperty(filters, order, fc.integer({ min: 1, max: 40 }), async (given, sort, limit) => {
      const wanted = Object.entries(given).filter(([, value]) => value !== undefined);
      const expected = all.filter((one) => wanted.every(([name, value]) => matches[name]?.(one, value as never)));
      const value = sortValue[sort.orderBy] ?? (() => "");
      const sign = sort.order === "asc" ? 1 : -1;
      expected.sort((a, b) => sign * (compare(value(a), value(b)) || compare(a.id, b.id)));
      const input = { ...Object.fromEntries(wanted), ...sort };
      const first = await list({ ...input, limit });
      expect(first.pagination.total).toBe(expected.length);
      expect(ids(first.data)).toEqual(ids(expected.slice(0, limit)));
      expect(ids((await list({ ...input, limit, page: 2 })).data)).toEqual(ids(expected.slice(limit, 2 * limit)));
      expect(ids(await walk(input, Math.max(limit, 9)))).toEqual(ids(expected));
    });
    await fc.assert(property, { numRuns: 120 });
  }, 120_000);

  it("orders names without regard to case and accents, whole by cursor in both directions", async () => {
    const ascending = await walk({ orderBy: "name", order: "asc" }, 17);
    expect(ids(ascending).sort()).toEqual(ids(all).sort());
    const folded = ascending.map((contact) => fold(contact.name));
    expect(folded.findIndex((name) => name.startsWith("nandu"))).toBeLessThan(
      folded.findIndex((name) => name.startsWith("zoe")),
    );
    expect(ids(await walk({ orderBy: "name", order: "desc" }, 23))).toEqual(ids(ascending).reverse());
  });

  it("answers the pagination of B2", async () => {
    const total = all.length;
    const first = await list({});
    expect(first.data).toHaveLength(20);
    expect(first.pagination).toMatchObject({
      page: 1,
      limit: 20,
      total,
      totalPages: Math.ceil(total / 20),
      hasNext: true,
      hasPrev: false,
    });
    expect((await list({ limit: 500 })).pagination.limit).toBe(100);
    expect((await list({ offset: 40, limit: 20, page: 9 })).pagination).toMatchObject({ page: 3, hasPrev: true });
    const next = { limit: 5, cursor: (await list({ limit: 5 })).pagination.nextCursor };
    expect(await list({ ...next, page: 7, offset: 9 })).toEqual(await list(next));
    const beyond = await list({ page: 1000 });
    expect(beyond.data).toEqual([]);
    expect(beyond.pagination).toMatchObject({ total, hasNext: false, nextCursor: null });
    const filtered = await list({ search: "zoe", page: 1000 });
    expect(filtered.data).toEqual([]);
    expect(filtered.pagination.total).toBeGreaterThan(0);
  });

  it.each([
    "limit=0",
    "limit=x",
    "page=0",
    "offset=-1",
    "status=hot",
    "rating=6",
    "rating=x",
    "dateFrom=yesterday",
    "dateTo=2026-02-31",
    "lastUpdateDateFrom=x",
    "lastUpdateDateTo=",
    "updatedSince=1",
    "orderBy=phone",
    "orderBy=id;drop table contacts",
    "order=up",
    "cursor=abc",
    `search=${"x".repeat(201)}`,
  ])("refuses %s", async (query) => {
    const refused = await api.get(`/v1/contacts?${query}`);
    expect(refused.status).toBe(400);
    expect(refused.body.details?.[0]?.field).toBe(query.split("=")[0]);
  });

  it("says by what it can be ordered where it is asked for something else", async () => {
    const { body } = await api.get("/v1/contacts?orderBy=phone");
    expect(body.message).toMatch(/^orderBy must be one of _id, .*createdAt.*, or customFields\. and the key of a/);
  });

  it("refuses a cursor of another list", async () => {
    const { nextCursor } = (await list({ orderBy: "name" })).pagination;
    const query = new URLSearchParams({ cursor: nextCursor ?? "" });
    expect((await api.get(`/v1/contacts?orderBy=name&${query}`)).status).toBe(200);
    expect((await api.get(`/v1/contacts?orderBy=email&${query}`)).status).toBe(400);
    expect((await api.get(`/v1/contacts?orderBy=name&status=new&${query}`)).status).toBe(400);
  });

  it("shows nothing of another company, whatever is asked for", async () => {
    const query = `assignedTo=${other.agent.id}&websiteId=${other.given.channelId}`;
    expect((await api.get<Page>(`/v1/contacts?${query}`)).body.data).toEqual([]);
    const theirs = await listContacts.execute(other.admin, { limit: 100 });
    expect(theirs.data.map((contact) => contact.companyId)).toEqual(theirs.data.map(() => other.companyId));
  });
});

describe("search (D9)", () => {
  const found = async (search: string) => (await list({ search, limit: 100 })).data.map((contact) => contact.name);

  it("ignores case and accents, in name, email and phone", async () => {
    const jose = all.filter((one) => /jos[eé]/i.test(one.name)).length;
    expect((await found("JOSÉ")).filter((name) => /jos[eé]/i.test(name))).toHaveLength(jose);
    expect((await list({ search: "person7@" })).data.map((contact) => contact.email)).toEqual([
      "Person7@mail.example.org",
    ]);
    expect((await list({ search: "(2007) 6007" })).data.map((contact) => contact.email)).toEqual([
      "Person7@mail.example.org",
    ]);
    expect((await list({ search: "5491120076007" })).pagination.total).toBe(1);
  });

  it("finds names that are nearly the same", async () => {
    expect(await found("chloe smit")).toContain("Chloé Smith 19");
    expect(await found("Ana Garsia")).toContain("Ana García 10");
  });

  it("under 3 characters looks at beginnings only", async () => {
    const short = await list({ search: "bo", limit: 100 });
    expect(
      short.data.every((one) => one.name.toLowerCase().startsWith("bo") || one.email.toLowerCase().startsWith("bo")),
    ).toBe(true);
    expect(short.pagination.total).toBe(all.filter((one) => one.name.toLowerCase().startsWith("bo")).length);
    expect((await list({ search: "54" })).pagination.total).toBe(
      all.filter((one) => one.phone.startsWith("+54")).length,
    );
  });

  it("takes % and _ as they are", async () => {
    expect(await found("_100%")).toEqual((await found("_100%")).filter((name) => name.includes("_100%")));
    expect((await list({ search: "%%%" })).pagination.total).toBe(0);
    expect((await list({ name: "a_a" })).pagination.total).toBe(0);
    for (const wide of ["％％％", "＿＿＿", "a＿a"]) expect((await list({ name: wide })).pagination.total).toBe(0);
  });

  it.each([
    ["as a phone copies it, between signs that nobody sees", "\u202a+54 9 11 2007-6007\u202c"],
    ["with dashes of print", "2007\u20116007"],
    ["in wide digits", "２００７－６００７"],
    ["in Arabic digits", "٢٠٠٧ ٦٠٠٧"],
  ])("finds a number %s", async (_how, written) => {
    for (const by of ["search", "phone"] as const)
      expect((await list({ [by]: written })).data.map((contact) => contact.email)).toEqual([
        "Person7@mail.example.org",
      ]);
  });

  it("stays whole under filters, order and cursor", async () => {
    const searched = await walk({ search: "ana", status: "new", orderBy: "createdAt", order: "asc" }, 3);
    const whole = await list({ search: "ana", limit: 100 });
    expect(ids(searched).sort()).toEqual(ids(whole.data.filter((one) => one.status === "new")).sort());
    expect(searched.map((one) => one.createdAt)).toEqual(searched.map((one) => one.createdAt).sort());
  });

  it("of a word that most contacts have finds what the person sees, and not by a look at each", async () => {
    await systemPool().query(
      `insert into contacts ("companyId", "id", "channelId", "name", "assignedTo", "entryMethod")
       select $1, (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000')::uuid, $2, 'Crowd ' || n,
         case when n % 3 = 0 then $3::uuid when n % 3 = 1 then $4::uuid end, 'API' from generate_series(1, 2400) n`,
      [company.companyId, company.given.channelId, company.agent.id, company.otherAgent.id],
    );
    const filters = { search: "crowd" };
    for (const [seesUnassigned, total] of [
      [true, 1600],
      [false, 800],
    ] as const) {
      const actor = { ...company.agent, seesUnassigned };
      const found = await listContacts.execute(actor, { ...filters, limit: 100, page: 2 });
      expect([found.pagination.total, found.data.length]).toEqual([total, 100]);
      for (const { assignedTo } of found.data)
        expect(assignedTo === actor.id || (seesUnassigned && assignedTo !== company.otherAgent.id)).toBe(true);
      const slice: Slice = { column: "id", descending: true, after: null, take: 26, skip: 0 };
      const [plan] = await inCompany(company.companyId, () =>
        rows<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }>(
          plannedAnew(sql`explain (analyze, buffers, format json) ${collect(actor, filters, slice)}`),
        ),
      );
      expect(plan?.["QUERY PLAN"][0].Plan["Shared Hit Blocks"]).toBeLessThan(2400);
    }
    await systemPool().query(`delete from contacts where "companyId" = $1 and "name" like 'Crowd %'`, [
      company.companyId,
    ]);
  });
});
