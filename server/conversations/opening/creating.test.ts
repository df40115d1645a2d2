import { describe, expect, it } from "vitest";
import { systemPool } from "#server/db/system.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse } from "#server/testing/talking.ts";
import type { Conversation } from "../schema.ts";

const company = await openCompany();
const other = await furnishedCompany("Other");
const api = await openApi(company);

const body = (extra: Record<string, unknown> = {}) => ({
  companyId: company.companyId,
  channelId: company.given.channelId,
  channel: "WEB",
  from: "visitor-9",
  ...extra,
});

describe("POST /v1/conversations (E2)", () => {
  it("answers the whole conversation in its opening state", async () => {
    const { status, body: made } = await api.post<Conversation>(
      "/v1/conversations",
      body({ url: "https://a.example/x" }),
    );
    expect(status).toBe(200);
    expect(made).toMatchObject({
      channelId: company.given.channelId,
      companyId: company.companyId,
      channel: "WEB",
      status: "ACTIVE",
      closed: false,
      chatbotState: "ON",
      contactId: "",
      assignedTo: "",
      preAssigned: "",
      persistentLastOperator: "",
      lastMessage: "",
      lastMessageAt: null,
      amount: null,
      isLead: null,
      windowExpiresAt: null,
      conversationContext: {},
      url: "https://a.example/x",
    });
    expect(made.tags).toEqual([]);
    expect(made.operatorTags).toEqual([]);
    expect(made.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it("enters the first progress phase", async () => {
    const made = await converse(api, company);
    const { rows } = await systemPool().query(
      `select "id" from phases where "companyId" = $1 and "type" = 'progress' order by "order" limit 1`,
      [company.companyId],
    );
    expect(made.phaseId).toBe(rows[0]?.id);
  });

  it("takes part: the visitor by `from`, and the robot of an unmuted chatbot", async () => {
    const made = await converse(api, company, { from: "visitor-77", visitorName: "Zoe" });
    expect(made.participants).toEqual([
      { id: "visitor-77", name: "Zoe", type: "visitor", firstMessageAt: null, lastMessageAt: null },
      {
        id: company.given.chatbotId,
        name: expect.any(String),
        type: "robot",
        firstMessageAt: null,
        lastMessageAt: null,
      },
    ]);
  });

  it("leaves a muted chatbot out, with the state still ON", async () => {
    await systemPool().query(`update chatbots set "muted" = true where "companyId" = $1`, [company.companyId]);
    const made = await converse(api, company);
    await systemPool().query(`update chatbots set "muted" = false where "companyId" = $1`, [company.companyId]);
    expect(made.participants.map((one) => one.type)).toEqual(["visitor"]);
    expect(made.chatbotState).toBe("ON");
  });

  it("makes a new conversation at every call", async () => {
    const [first, second] = [await converse(api, company), await converse(api, company)];
    expect(first.id).not.toBe(second.id);
  });

  it("tells conversation/created once, with its nine keys, WEBSITE and ACTIVE", async () => {
    let made: Conversation | undefined;
    const events = await eventsDuring(company, async () => {
      made = await converse(api, company, { visitorName: "Zoe", visitorEmail: "zoe@example.com" });
    });
    expect(events.map((event) => event.type)).toEqual(["conversation/created"]);
    expect(events[0]?.data).toMatchObject({
      id: made?.id,
      companyId: company.companyId,
      websiteId: company.given.channelId,
      visitorName: "Zoe",
      visitorEmail: "zoe@example.com",
      channel: "WEBSITE",
      status: "ACTIVE",
      assignedTo: null,
      createdAt: made?.createdAt,
    });
  });

  it("refuses another company's id with 403, known or not", async () => {
    for (const companyId of [other.companyId, "nonsense"]) {
      const refused = await api.post("/v1/conversations", body({ companyId }));
      expect([refused.status, refused.body.error]).toEqual([403, "forbidden"]);
    }
  });

  it("refuses an unknown, a malformed and a foreign channelId alike", async () => {
    const texts = new Set<string>();
    for (const channelId of ["nope", "018f0000-0000-7000-8000-000000000000", other.given.channelId ?? ""]) {
      const refused = await api.post("/v1/conversations", body({ channelId }));
      expect(refused.status).toBe(400);
      expect(refused.body.details).toMatchObject([{ field: "channelId", code: "unknown_reference" }]);
      texts.add(refused.body.message ?? "");
    }
    expect(texts.size).toBe(1);
  });

  it("refuses a channel that the channelId is not of", async () => {
    const refused = await api.post("/v1/conversations", body({ channel: "WHATSAPP" }));
    expect(refused.status).toBe(400);
    expect(refused.body.details).toMatchObject([{ field: "channel" }]);
  });

  it.each(["channelId", "companyId", "channel", "from"])("needs %s", async (field) => {
    const refused = await api.post("/v1/conversations", body({ [field]: undefined }));
    expect([refused.status, refused.body.error]).toEqual([400, "validation_error"]);
    expect(refused.body.details?.map((detail) => detail.field)).toContain(field);
  });

  it.each([
    ["from", ""],
    ["from", "x".repeat(65)],
    ["channel", "SMS"],
    ["url", "javascript:alert(1)"],
    ["visitorName", "x".repeat(256)],
    ["visitorName", 7],
  ])("refuses %s = %j", async (field, value) => {
    const refused = await api.post("/v1/conversations", body({ [field]: value }));
    expect(refused.status).toBe(400);
    expect(refused.body.details?.[0]?.field).toBe(field);
  });

  it("ignores fields it does not know, and never takes the state from the body", async () => {
    const made = await converse(api, company, { status: "CLOSED", assignedTo: company.given.agentId, nonsense: 1 });
    expect([made.status, made.assignedTo]).toEqual(["ACTIVE", ""]);
  });
});
