import { describe, expect, it } from "vitest";
import { inCompany } from "#server/db/pool.ts";
import { execute, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";
import { personWith } from "#server/testing/roles.ts";
import { converse, say } from "#server/testing/talking.ts";
import type { Message } from "../schema.ts";

type Found = {
  data: {
    message: Message;
    snippet: { text: string; marks: { start: number; length: number }[] };
    conversation: { id: string };
  }[];
  nextCursor: string | null;
};

const company = await openCompany();
const api = await openApi(company);
const search = (query: string, client = api) => client.get<Found>(`/v1/messages/search?${query}`);
const texts = async (query: string) => (await search(query)).body.data.map(({ message }) => message.text);

const first = await converse(api, company, { visitorName: "Nadia" });
const second = await converse(api, company, { visitorName: "Omar", from: "visitor-2" });
for (const body of ["Wo ist mein Päckchen geblieben?", "The blue mountain bike", "A bike, blue as a mountain"])
  await say(api, first.id, "visitor", { body });
await say(api, second.id, "user", { body: "Ihr PACKCHEN kommt morgen, 100% sicher", from: company.given.userId });
await api.post(`/v1/conversations/${second.id}/tags`, { tag: "parcel" });

describe("GET /v1/messages/search [W10]", () => {
  it("finds words in any case and accent, newest first, and marks them", async () => {
    const { body } = await search("q=packchen");
    expect(body.data.map(({ conversation }) => conversation.id)).toEqual([second.id, first.id]);
    const [newest] = body.data;
    const { text, marks } = newest?.snippet ?? { text: "", marks: [] };
    expect(marks.map(({ start, length }) => text.slice(start, start + length))).toEqual(["PACKCHEN"]);
    expect(body.nextCursor).toBeNull();
  });

  it("finds and marks what is folded to other letters, also for who is shown people masked [W11]", async () => {
    const { id } = await converse(api, company, { from: "visitor-folded" });
    const said = ["Łódź", "Straße", "smørrebrød", "ﬁne", "Ｆｕｌｌ", "don’t"];
    for (const body of said) await say(api, id, "visitor", { body });
    const terms = ["lodz", "strasse", "smorrebrod", "fine", "full", "don't"];
    const role = { name: "Masked", permissions: ["clients_read" as const], maskedFields: ["email" as const] };
    const masked = await openApi(company, ["clients_read"], await personWith(company, role));
    for (const client of [api, masked])
      for (const [index, term] of terms.entries()) {
        const { data } = (await search(`q=${encodeURIComponent(term)}`, client)).body;
        const whole = { start: 0, length: said[index]?.length ?? 0 };
        expect(
          data.map(({ snippet }) => snippet),
          term,
        ).toEqual([{ text: said[index], marks: [whole] }]);
      }
  });

  it("wants every word, in any order, and phrases whole; signs of patterns are letters", async () => {
    expect(await texts("q=mountain%20blue")).toEqual(["A bike, blue as a mountain", "The blue mountain bike"]);
    expect(await texts("q=%22mountain%20bike%22")).toEqual(["The blue mountain bike"]);
    expect(await texts("q=100%25%20sicher")).toHaveLength(1);
    expect(await texts("q=b_ke")).toEqual([]);
  });

  it("asks for a word of three characters, and says so", async () => {
    const { status, body } = await search("q=a%20bc");
    expect([status, body]).toMatchObject([400, { details: [{ field: "q" }] }]);
  });

  it("narrows by channel, tag, author, time and file", async () => {
    expect(await texts("q=packchen&tags=parcel")).toHaveLength(1);
    expect(await texts("q=packchen&channel=WHATSAPP")).toEqual([]);
    expect(await texts("q=packchen&fromType=visitor")).toEqual(["Wo ist mein Päckchen geblieben?"]);
    expect(await texts("q=packchen&toDate=2020-01-01T00:00:00Z")).toEqual([]);
    expect(await texts("q=packchen&hasFile=true")).toEqual([]);
    expect(await texts("q=packchen&hasFile=false&assignedTo=UNASSIGNED")).toHaveLength(1);
  });

  it("finds no commands, and nothing of another company", async () => {
    await api.post(`/v1/conversations/${second.id}/assign`, { assignedTo: company.given.userId });
    expect(await texts("q=assigned")).toEqual([]);
    const other = await openCompany("Other");
    expect((await search("q=packchen", http(app, (await other.token(["admin"])).secret))).body.data).toEqual([]);
  });

  it("shows a restricted agent only what the agent may see", async () => {
    const agent = http(app, (await company.token(["clients_read_assigned"], company.agent)).secret);
    const seen = async () => (await search("q=packchen", agent)).body.data.map(({ conversation }) => conversation.id);
    await api.post(`/v1/conversations/${first.id}/assign`, { assignedTo: company.given.userId });
    expect(await seen()).toEqual([]);
    await api.post(`/v1/conversations/${first.id}/assign`, { assignedTo: company.agent.userId });
    expect(await seen()).toEqual([first.id]);
  });

  it("walks everything once, however the pages are cut and the filters thin them", async () => {
    const third = await converse(api, company, { from: "visitor-3" });
    for (let count = 0; count < 30; count += 1)
      await say(api, count % 3 === 0 ? third.id : first.id, "visitor", { body: `walrus ${count}` });
    await api.post(`/v1/conversations/${third.id}/tags`, { tag: "zoo" });
    for (const [query, total] of [
      ["q=walrus&limit=7", 30],
      ["q=walrus&limit=1&tags=zoo", 10],
      ["q=walrus&limit=100", 30],
    ] as const) {
      const walked: string[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const page: Found = (await search(`${query}${cursor ? `&cursor=${cursor}` : ""}`)).body;
        walked.push(...page.data.map(({ message }) => message.id));
        cursor = page.nextCursor;
      }
      expect(walked).toHaveLength(total);
      expect(walked).toEqual([...new Set(walked)].sort().reverse());
    }
    const { nextCursor } = (await search("q=walrus&limit=7")).body;
    expect((await search(`q=bike&limit=7&cursor=${nextCursor}`)).status).toBe(400);
  });
});

it("looks for two signs of Chinese, Japanese and Korean within its budget, and goes on by its cursor [W10]", async () => {
  const own = await openCompany("Short");
  const all = await openApi(own);
  const { id } = await converse(all, own);
  await say(all, id, "visitor", { body: "我要退款" });
  expect((await search("q=%E9%80%80", all)).status).toBe(400);
  const two = `q=${encodeURIComponent("退款")}`;
  expect((await search(two, all)).body).toMatchObject({ data: [{ message: { text: "我要退款" } }], nextCursor: null });
  await say(all, id, "visitor", { body: "more" });
  await systemPool().query(
    `insert into messages select (jsonb_populate_record(m, jsonb_build_object('seq', 1000 + n,
       'id', 'f0000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0')))).*
     from messages m cross join generate_series(1, 30001) n where "companyId" = $1 and "text" = 'more'`,
    [own.companyId],
  );
  const newest = (await search(two, all)).body;
  expect(newest.data).toEqual([]);
  const { data, nextCursor } = (await search(`${two}&cursor=${newest.nextCursor}`, all)).body;
  expect([data.map(({ message }) => message.text), nextCursor]).toEqual([["我要退款"], null]);
});

it("finds the same whether the conversations that filters leave are few or many [W10]", async () => {
  const own = await openCompany("Many");
  const all = await openApi(own);
  const [some, others] = [await converse(all, own), await converse(all, own, { from: "visitor-2" })];
  for (let count = 0; count < 12; count += 1)
    await say(all, count % 2 ? some.id : others.id, count % 3 ? "visitor" : "user", {
      body: `platypus ${count}`,
      ...(count % 3 ? {} : { from: own.given.userId }),
    });
  await all.post(`/v1/conversations/${some.id}/tags`, { tag: "burrow" });
  const [middle] = (await search("q=%22platypus%206%22", all)).body.data;
  const at = middle?.message.createdAt ?? "";
  const queries = [
    "tags=burrow",
    "tags=burrow&fromType=user",
    `tags=burrow&fromDate=${at}`,
    `tags=burrow&toDate=${at}`,
    "tags=burrow&hasFile=false&limit=2",
    "channel=WHATSAPP",
    "status=opened",
  ];
  const found = async () => {
    const pages = await Promise.all(queries.map((query) => search(`q=platypus&${query}`, all)));
    return pages.map(({ body }) => body.data.map(({ message }) => message.text));
  };
  const few = await found();
  expect(few.map(({ length }) => length)).toEqual([6, 2, 3, 3, 2, 0, 12]);
  // As many messages as are not read one by one any more.
  await inCompany(own.companyId, () =>
    execute(sql`update conversations set "lastSeq" = 30000 where "companyId" = ${own.companyId}`),
  );
  expect(await found()).toEqual(few);
});
