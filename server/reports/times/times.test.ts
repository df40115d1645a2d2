import { afterEach, describe, expect, it } from "vitest";
import { day, hour, minute, shiftClock } from "#server/base/clock.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, say } from "#server/testing/talking.ts";
import type { Report } from "../schema.ts";
import { readTimes } from "./times.ts";

const company = await openCompany("Reporter of times");
const api = await openApi(company);
afterEach(() => shiftClock(0));

const path = "/v1/reports/conversations/export";
const range = "from=2026-10-01&to=2026-10-30";

/** The file as rows by their heads. */
function rowsIn(text: string): Record<string, string>[] {
  const [head = "", ...lines] = text.trim().replace("\ufeff", "").split("\r\n");
  const names = head.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, place) => [names[place], cell])));
}

/** Began at noon; answered after an hour, again after half an hour, closed after a day. */
async function lived(visitorName: string): Promise<string> {
  let at = Date.parse("2026-10-14T12:00:00Z");
  const pass = (ms: number) => {
    at += ms;
    shiftClock(at - Date.now());
  };
  pass(0);
  const { id } = await converse(api, company, { visitorName });
  await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
  await say(api, id, "visitor");
  pass(hour);
  await say(api, id, "user", { from: company.agent.id });
  pass(10 * minute);
  await say(api, id, "visitor");
  pass(30 * minute);
  await say(api, id, "user", { from: company.agent.id });
  await api.post(`/v1/conversations/${id}/assign`, { assignedTo: company.agent.id });
  pass(day);
  await api.post(`/v1/conversations/${id}/close`, { isLead: false });
  shiftClock(0);
  return id;
}

describe("GET /v1/reports/conversations/export", () => {
  it("has one row per conversation with all its times, as many as began in the range [R3]", async () => {
    const id = await lived("=Rita");
    const none = await converse(api, company);
    const { text, headers } = await api.get(`${path}?${range}`);
    expect(headers.get("content-disposition")).toMatch(/conversation-times-\d{8}\.csv/);
    const rows = rowsIn(text);
    const near = (seconds: number) => (cell: string | undefined) => Math.abs(Number(cell) - seconds) < 10;
    const [row] = rows;
    expect(rows.map(({ conversationId }) => conversationId)).toEqual([id]);
    expect(row).toMatchObject({
      status: "closed",
      visitorName: "'=Rita",
      agentId: company.agent.id,
      nextResponses: "1",
    });
    expect(row).toMatchObject({
      agentName: "Abe Agent",
      messagesIn: "2",
      messagesOut: "2",
      closes: "1",
      reopenings: "0",
    });
    expect(row?.firstResponseSeconds).toSatisfy(near(3600));
    expect(row?.nextResponseMeanSeconds).toSatisfy(near(1800));
    expect(row?.waitingSeconds).toSatisfy(near(5400));
    expect(row?.resolutionSeconds).toSatisfy(near(100 * 60 + 86_400));
    expect(row?.resolutionBusinessSeconds).toBe(row?.resolutionSeconds);
    const { body } = await api.get<Report>(`/v1/reports/conversations?${range}`);
    expect(body.total.find(({ name }) => name === "created")?.count).toBe(rows.length);
    expect(rowsIn((await api.get(path)).text).map((one) => one.conversationId)).toContain(none.id);
    expect(rowsIn((await api.get(`${path}?${range}&agentId=${company.otherAgent.id}`)).text)).toEqual([]);
    expect(rowsIn((await api.get(`${path}?${range}&agentId=${company.agent.id}`)).text)).toHaveLength(1);
  });

  it("is only for who may read conversations, has only theirs, and is in the audit log [R3]", async () => {
    await lived("Uma");
    expect((await (await openApi(company, ["reports_read"])).get(path)).status).toBe(403);
    const limited = await openApi(company, ["reports_read", "clients_read"]);
    const rows = rowsIn((await limited.get(`${path}?${range}`)).text);
    expect(rows.map(({ visitorName }) => visitorName).sort()).toEqual(["'=Rita", "Uma"]);
    expect((await (await openApi(company, ["clients_read"])).get(path)).status).toBe(403);
    expect((await limited.get(`${path}?from=2024-01-01&to=2026-01-01`)).status).toBe(400);
    const noted = (await eventsOf(company)).filter(({ type }) => type === "export/made");
    expect(noted.at(-1)?.data).toMatchObject({ what: "reports" });
    const { csv, nextCursor } = await readTimes.execute(company.admin, { from: "2026-10-01", to: "2026-10-30" });
    expect([rowsIn(csv).length, nextCursor]).toEqual([rows.length, null]);
  });
});
