import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsDuring, typesDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, lines, reread, transcript } from "#server/testing/talking.ts";
import type { Conversation } from "./schema.ts";

let retired: Actor;

const company = await openCompany();
const other = await furnishedCompany("Other");
const api = await openApi(company);

beforeAll(async () => {
  retired = await company.person("agent", "Rita Retired");
  await systemPool().query(`update users set "active" = false where "companyId" = $1 and "id" = $2`, [
    company.companyId,
    retired.userId,
  ]);
});

const assign = (id: string, assignedTo: unknown) =>
  api.post<Conversation>(`/v1/conversations/${id}/assign`, { assignedTo });
const transfer = (id: string, transferTo: unknown) =>
  api.post<Conversation>(`/v1/conversations/${id}/transfer`, { transferTo });

describe("assigning (E5)", () => {
  it("answers the whole conversation and tells who it was and is", async () => {
    const { id } = await converse(api, company);
    await assign(id, company.otherAgent.userId);
    const events = await eventsDuring(company, async () => {
      const { status, body } = await assign(id, company.agent.userId);
      expect([status, body.id, body.assignedTo]).toEqual([200, id, company.agent.userId]);
    });
    expect(events.map((event) => event.type)).toEqual(["conversation/operator_assigned"]);
    expect(events[0]?.data).toMatchObject({
      id,
      assignedTo: company.agent.userId,
      previousAssignedTo: company.otherAgent.userId,
      type: "assign",
      assignedBy: company.admin.userId,
    });
  });

  it.each(["", null, "UNASSIGNED"])("takes it from everybody with %j, and the bot stays off", async (nobody) => {
    const { id } = await converse(api, company);
    await assign(id, company.agent.userId);
    await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
    const events = await eventsDuring(company, () => assign(id, nobody));
    expect(events[0]?.data).toMatchObject({
      type: "unassign",
      previousAssignedTo: company.agent.userId,
      assignedTo: null,
    });
    expect(await reread(api, id)).toMatchObject({ assignedTo: "", chatbotState: "OFF" });
  });

  it("answers a repeat with 200 and no event", async () => {
    const { id } = await converse(api, company);
    expect(await typesDuring(company, () => assign(id, ""))).toEqual([]);
    await assign(id, company.agent.userId);
    expect(await typesDuring(company, () => assign(id, company.agent.userId))).toEqual([]);
  });

  it("works on closed conversations", async () => {
    const { id } = await converse(api, company);
    await api.post(`/v1/conversations/${id}/close`, { isLead: false });
    expect((await assign(id, company.agent.userId)).status).toBe(200);
  });

  it("refuses unknown, foreign, malformed and deactivated people as a fault of the field", async () => {
    const { id } = await converse(api, company);
    const people = ["nobody", "018f0000-0000-7000-8000-000000000000", other.agent.userId, retired.userId];
    for (const person of people) {
      const refused = await assign(id, person);
      expect(refused.status).toBe(400);
      expect(refused.body.details?.[0]?.field).toBe("assignedTo");
    }
    expect((await reread(api, id)).assignedTo).toBe("");
  });

  it("needs the field", async () => {
    const { id } = await converse(api, company);
    const refused = await api.post(`/v1/conversations/${id}/assign`, {});
    expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, "assignedTo"]);
  });

  it("writes it into the thread as a command", async () => {
    const { id } = await converse(api, company);
    await assign(id, company.agent.userId);
    await transfer(id, company.otherAgent.userId);
    await assign(id, null);
    expect(lines(await transcript(api, id))).toEqual(["/assigned", "/transferred", "/unassigned"]);
  });
});

describe("transferring (E5)", () => {
  it("hands an open conversation over and leaves preAssigned alone", async () => {
    const { id } = await converse(api, company);
    await systemPool().query(`update conversations set "preAssigned" = $3 where "companyId" = $1 and "id" = $2`, [
      company.companyId,
      id,
      company.supervisor.userId,
    ]);
    const events = await eventsDuring(company, async () => {
      const { status, body } = await transfer(id, company.agent.userId);
      expect(status).toBe(200);
      expect(body).toMatchObject({ assignedTo: company.agent.userId, preAssigned: company.supervisor.userId });
    });
    expect(events[0]?.data).toMatchObject({ type: "transfer" });
  });

  it("refuses a closed one with conversation_closed, but a bad reference first", async () => {
    const { id } = await converse(api, company);
    await api.post(`/v1/conversations/${id}/close`, { isLead: false });
    const refused = await transfer(id, company.agent.userId);
    expect([refused.status, refused.body.error]).toEqual([409, "conversation_closed"]);
    expect((await transfer(id, "nobody")).status).toBe(400);
  });

  it("refuses deactivated and foreign people", async () => {
    const { id } = await converse(api, company);
    for (const person of [retired.userId, other.agent.userId, ""]) {
      const refused = await transfer(id, person);
      expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, "transferTo"]);
    }
  });
});
