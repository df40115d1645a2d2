import { beforeAll, describe, expect, it } from "vitest";
import { listConversations } from "#server/conversations/list/listing.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { rows, sql } from "#server/db/sql.ts";
import { inSystemTransaction } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";
import { personWith } from "#server/testing/roles.ts";
import { converse, reread } from "#server/testing/talking.ts";
import type { CustomField } from "./schema.ts";

const company = await openCompany();
const api = await openApi(company);

type Page = { data: Conversation[]; pagination: { total: number } };
type Refused = { error: string; message: string; details?: { field: string; code: string }[]; missingFields?: unknown };

const define = (body: Record<string, unknown>) =>
  api.post<CustomField & Refused>("/v1/custom-fields", { entity: "conversation", ...body });
const patch = (id: string, customFields: unknown) =>
  api.patch<Conversation & Refused>(`/v1/conversations/${id}`, { customFields });
const close = (id: string) => api.post<Conversation & Refused>(`/v1/conversations/${id}/close`, { isLead: false });
const list = (parameters: Record<string, string>) =>
  api.get<Page & Refused>(`/v1/conversations?${new URLSearchParams(parameters)}`);

beforeAll(async () => {
  const fields = [
    { key: "reason", type: "list", options: ["Refund", "Repair"] },
    { key: "boxes", type: "number" },
    { key: "until", type: "date" },
    { key: "note", type: "text" },
  ];
  for (const field of fields) expect((await define(field)).status).toBe(200);
});

describe("custom fields of conversations [W9]", () => {
  it("are defined beside those of contacts, and listed by what has them", async () => {
    const twin = await api.post<CustomField>("/v1/custom-fields", { key: "boxes" });
    expect([twin.status, twin.body.entity]).toEqual([200, "contact"]);
    expect((await define({ key: "boxes" })).body.error).toBe("already_exists");
    const { body } = await api.get<CustomField[]>("/v1/custom-fields?entity=conversation");
    expect(body.map(({ key }) => key)).toEqual(["reason", "boxes", "until", "note"]);
    await api.delete(`/v1/custom-fields/${twin.body.id}`);
  });

  it("merge key by key, are checked, and are told with what they were before; a repeat is told to nobody", async () => {
    const { id, customFields } = await converse(api, company);
    expect(customFields).toEqual({});
    expect((await patch(id, { reason: "Refund", boxes: "2", any: ["thing"] })).body.customFields).toEqual({
      ...{ reason: "Refund", boxes: 2, any: ["thing"] },
    });
    expect((await patch(id, { boxes: null, reason: "Refund" })).body.customFields).toEqual({
      ...{ reason: "Refund", any: ["thing"] },
    });
    await patch(id, { reason: "Refund" });
    const told = (await eventsOf(company)).map(({ data }) => data.changes as Record<string, unknown> | undefined);
    expect(told.filter((changes) => changes?.customFields)).toEqual([
      { customFields: { before: {}, after: { reason: "Refund", boxes: 2, any: ["thing"] } } },
      {
        customFields: {
          before: { reason: "Refund", boxes: 2, any: ["thing"] },
          after: { reason: "Refund", any: ["thing"] },
        },
      },
    ]);
    expect((await reread(api, id)).conversationContext).toEqual({});
  });

  it.each([
    ["customFields.reason", { reason: "refund" }],
    ["customFields.boxes", { boxes: "many" }],
    ["customFields", "text"],
    ["customFields", Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 1]))],
    ["customFields", { note: "x".repeat(17_000) }],
  ])("refuse %s that does not fit", async (field, given) => {
    const { id } = await converse(api, company);
    const { status, body } = await patch(id, given);
    expect([status, body.details?.[0]?.field]).toEqual([400, field]);
    expect((await reread(api, id)).customFields).toEqual({});
  });

  it("may be sent back as they were read, also where a definition has changed since", async () => {
    const { body: size } = await define({ key: "size" });
    const { id } = await converse(api, company);
    await patch(id, { size: "large" });
    await api.patch(`/v1/custom-fields/${size.id}`, { type: "number" });
    const read = await reread(api, id);
    const put = await api.put<Conversation>(`/v1/conversations/${id}`, { ...read, visitorName: "Ann" });
    expect([put.status, put.body.visitorName, put.body.customFields]).toEqual([200, "Ann", { size: "large" }]);
    await api.delete(`/v1/custom-fields/${size.id}`);
  });

  it("are written by who may write conversations, and another company's are not found", async () => {
    const { id } = await converse(api, company);
    const reader = http(app, (await company.token(["clients_read"])).secret);
    const asked = { customFields: { note: "mine" } };
    expect((await reader.patch(`/v1/conversations/${id}`, asked)).status).toBe(403);
    const foreign = http(app, (await (await furnishedCompany("Other")).token(["admin"])).secret);
    expect((await foreign.patch(`/v1/conversations/${id}`, asked)).status).toBe(404);
    expect((await foreign.get("/v1/conversations?customFields=reason%3DRefund")).status).toBe(400);
    expect((await reread(api, id)).customFields).toEqual({});
  });
});

describe("conversations filtered by custom fields [W9]", () => {
  const talks: Record<string, Record<string, unknown>> = {
    one: { reason: "Refund", boxes: 2, until: "2026-03-01" },
    two: { reason: "Repair", boxes: 10 },
    three: { other: "Refund", note: "a, b" },
    four: {},
  };
  const names = async (customFields: string, more: Record<string, string> = {}) => {
    const { status, body } = await list({ customFields, utmSource: "filtered", ...more });
    expect([customFields, status]).toEqual([customFields, 200]);
    expect(body.pagination.total).toBe(body.data.length);
    return body.data.map(({ visitorName }) => visitorName).sort();
  };
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    for (const [visitorName, customFields] of Object.entries(talks)) {
      const { id } = await converse(api, company, { visitorName });
      ids[visitorName] = id;
      await api.patch(`/v1/conversations/${id}`, { utmSource: "filtered", customFields });
    }
  });

  it.each([
    ["reason=Refund", ["one"]],
    ["reason=Refund,reason=Repair", ["one", "two"]],
    ["reason=Repair,boxes>=3", ["two"]],
    ["boxes=2", ["one"]],
    ["boxes>=2,boxes<=9", ["one"]],
    ["until<=2026-12-31", ["one"]],
    ["note=a%2C b", ["three"]],
    ["reason=", ["four", "three"]],
    ["reason=Lost", []],
    ["reason>=Refund", undefined],
    ["other=Refund", undefined],
    ["nothing", undefined],
    ["reason=Refund' or 1=1 --", []],
  ])("%s", async (filter, expected) => {
    if (expected) return expect(await names(filter)).toEqual(expected);
    const { status, body } = await list({ customFields: filter });
    expect([status, body.details?.[0]?.field.split(".")[0]]).toEqual([400, "customFields"]);
  });

  it("hold in a view, which narrows further, on the board and in the export, which has their columns", async () => {
    const view = { page: "inbox", name: "Money", filters: { customFields: ["reason=Refund"] } };
    const { body } = await api.post<{ id: string }>("/v1/views", view);
    expect(await names("boxes>=1", { view: body.id })).toEqual(["one"]);
    expect(await names("boxes>=3", { view: body.id })).toEqual([]);
    const board = await api.get("/v1/conversations/by-phase?customFields=boxes%3E%3D10");
    expect(board.text.match(/"visitorName":"[^"]+"/g)).toEqual(['"visitorName":"two"']);
    const { text } = await api.get<string>("/v1/conversations/export?utmSource=filtered&sort=visitorName:asc");
    const [head = "", ...lines] = text.trimEnd().split("\r\n");
    const column = head.split(",").indexOf("customFields.reason");
    expect(lines.map((line) => line.split(",")[column])).toEqual(["", "Refund", "", "Repair"]);
    const none = await api.get<string>("/v1/conversations/export?utmSource=none");
    expect(none.text.trimEnd()).toMatch(/firstHumanMessageAt$/);
  });

  it("are found by their index", async () => {
    const plan = await inSystemTransaction(company.companyId, async () => {
      await rows(sql`set local enable_seqscan = off`);
      return rows<{ "QUERY PLAN": string }>(sql`
        explain select "id" from conversations where "customFields" <> '{}'::jsonb and "customFields" @> '{"reason":"Refund"}'::jsonb`);
    });
    expect(JSON.stringify(plan)).toContain("conversations_custom_fields");
  });

  it("find nothing by texts that are hidden from the person, and show them masked", async () => {
    await patch(ids.four ?? "", { note: "ann@example.com", boxes: 12345 });
    const masked = await personWith(company, {
      ...{ name: "Masked", permissions: ["clients_read"], maskedFields: ["email", "phone"] },
    });
    const found = async (filter: string) =>
      (await listConversations.execute(masked, { utmSource: "filtered", customFields: filter })).data;
    expect(await found("note=ann@example.com")).toEqual([]);
    expect((await found("boxes=12345")).map(({ customFields }) => customFields.note)).toEqual(["a•••@e•••.com"]);
    await patch(ids.four ?? "", { note: null, boxes: null });
  });
});

describe("fields that a conversation needs before it is closed [W9]", () => {
  it("are named where they are missing, to people and tokens; a conversation closed already stays so", async () => {
    const early = await converse(api, company);
    expect((await close(early.id)).status).toBe(200);
    const { body: required } = await define({ key: "outcome", label: "Outcome", requiredOnClose: true });
    expect((await close(early.id)).status).toBe(200);
    const { id } = await converse(api, company);
    const refused = await close(id);
    expect([refused.status, refused.body.error, refused.body.message]).toEqual([
      ...[409, "conflict", "Fill in Outcome first."],
    ]);
    expect(refused.body.details).toMatchObject([{ field: "customFields.outcome", code: "required" }]);
    expect(refused.body.missingFields).toEqual([{ entity: "conversation", key: "outcome", label: "Outcome" }]);
    expect((await reread(api, id)).closed).toBe(false);
    const bulk = await api.post<{ results: { id: string; outcome: string }[] }>("/v1/conversations/bulk", {
      ...{ ids: [id], actions: [{ name: "close", input: { isLead: false } }] },
    });
    expect([bulk.status, JSON.stringify(bulk.body)]).toEqual([207, expect.stringContaining("Fill in Outcome first.")]);
    await patch(id, { outcome: "Solved" });
    expect((await close(id)).body.closed).toBe(true);
    await api.delete(`/v1/custom-fields/${required.id}`);
  });
});
