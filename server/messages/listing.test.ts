import { beforeAll, describe, expect, it } from "vitest";
import { furnishedCompany } from "#server/testing/company.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, type MessagePage, say } from "#server/testing/talking.ts";

let path: string;

/** Seqs: 1-3 visitor, 4 and 5 commands, 6 agent, 7 command, 8-12 visitor. */
const company = await openCompany("Acme", ["talk"]);
const other = await furnishedCompany("Other", ["talk"]);
const api = await openApi(company);

beforeAll(async () => {
  const { id } = await converse(api, company);
  path = `/v1/conversations/${id}/messages`;
  for (let index = 0; index < 3; index += 1) await say(api, id, "visitor");
  await say(api, id, "user", { from: company.agent.id });
  for (let index = 0; index < 5; index += 1) await say(api, id, "visitor");
  await api.post(`/v1/conversations/${id}/notes`, { message: "not a message" });
});

const list = (query = "") => api.get<MessagePage>(`${path}?${query}`);
const seqs = async (query = "") => (await list(query)).body.data.map((message) => message.seq);
const visible = [1, 2, 3, 6, 8, 9, 10, 11, 12];

describe("GET /v1/conversations/{id}/messages (F7)", () => {
  it("is chronological, without commands and notes, under a pagination", async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body.data.map((message) => message.seq)).toEqual(visible);
    expect(body.pagination).toMatchObject({ page: 1, limit: 20, total: 9, totalPages: 1, nextCursor: null });
  });

  it("includes commands when asked, in their place", async () => {
    expect(await seqs("includeCommands=true")).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(await seqs("includeCommands=false")).toEqual(visible);
    expect((await list("includeCommands=maybe")).body.details?.[0]?.field).toBe("includeCommands");
  });

  it("orders both ways", async () => {
    expect(await seqs("order=desc")).toEqual([...visible].reverse());
    expect((await list("order=random")).status).toBe(400);
  });

  it("goes before and after a seq, a message id or a date-time", async () => {
    const middle = (await list()).body.data[3];
    expect(await seqs("before=6")).toEqual([1, 2, 3]);
    expect(await seqs("after=6")).toEqual([8, 9, 10, 11, 12]);
    expect(await seqs(`before=${middle?.id}`)).toEqual([1, 2, 3]);
    expect(await seqs(`after=${middle?.id}`)).toEqual([8, 9, 10, 11, 12]);
    expect(await seqs("after=2&before=9")).toEqual([3, 6, 8]);
    expect(await seqs(`after=${middle?.createdAt}`)).not.toContain(6);
    expect(await seqs("after=2001-01-01")).toEqual(visible);
    expect((await list("before=6")).body.pagination.total).toBe(3);
  });

  it("refuses bounds it cannot place", async () => {
    for (const bad of [
      "before=soon",
      "after=018f0000-0000-7000-8000-000000000000",
      `before=${other.given.messageId}`,
    ]) {
      const refused = await list(bad);
      expect([refused.status, refused.body.error]).toEqual([400, "validation_error"]);
    }
  });

  it.each(["asc", "desc"])("pages by cursor and by offset alike (%s)", async (order) => {
    const whole = await seqs(`includeCommands=true&order=${order}`);
    const walked: number[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: MessagePage = (
        await list(`includeCommands=true&order=${order}&limit=5${cursor ? `&cursor=${cursor}` : ""}`)
      ).body;
      walked.push(...page.data.map((message) => message.seq));
      cursor = page.pagination.nextCursor;
    }
    expect(walked).toEqual(whole);
    const pages = await Promise.all(
      [1, 2, 3].map((page) => seqs(`includeCommands=true&order=${order}&limit=5&page=${page}`)),
    );
    expect(pages.flat()).toEqual(whole);
  });

  it("refuses a cursor made for another list", async () => {
    const cursor = (await list("limit=2")).body.pagination.nextCursor;
    expect((await list(`limit=2&order=desc&cursor=${cursor}`)).status).toBe(400);
  });

  it("answers 404 for unknown and foreign conversations", async () => {
    for (const id of ["x", "018f0000-0000-7000-8000-000000000000", other.given.conversationId]) {
      expect((await api.get(`/v1/conversations/${id}/messages`)).status).toBe(404);
    }
  });
});
