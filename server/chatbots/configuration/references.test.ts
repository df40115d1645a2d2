import { describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { inCompany } from "#server/db/pool.ts";
import { prisma } from "#server/db/prisma.ts";
import { systemPool } from "#server/db/system.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";

const company = await openCompany();
const other = await furnishedCompany("Elsewhere");
const api = await openApi(company, ["websites_read", "websites_write"]);

const base = `/v1/chatbots/${company.given.chatbotId}/chatbot-config`;
const node = (more: Record<string, unknown>) => ({ internal_name: "a", text: ["A?"], ...more });
const put = (...nodes: Record<string, unknown>[]) => api.put<unknown[]>(`${base}/question-list`, nodes);
const patch = (sent: Record<string, unknown>) => api.patch<Record<string, unknown>>(`${base}/settings`, sent);
const faultOf = async (answer: ReturnType<typeof patch> | ReturnType<typeof put>) => {
  const { status, body } = await answer;
  const { error, details } = body as { error?: string; details?: { field: string; code: string }[] };
  return [status, error, details?.map(({ field, code }) => `${field} ${code}`)];
};

describe("people whom a step names (A9)", () => {
  it("are people of the company, active and known; nothing is stored otherwise", async () => {
    const before = (await api.get(`${base}/question-list`)).body;
    for (const id of ["nobody", "", newId(), other.agent.id])
      expect(await faultOf(put(node({ assigned_to: [company.agent.id, id] })))).toEqual([
        ...[400, "validation_error"],
        ["0.assigned_to.1 unknown_reference"],
      ]);
    expect((await api.get(`${base}/question-list`)).body).toEqual(before);
    expect((await put(node({ assigned_to: [company.agent.id, company.otherAgent.id] }))).status).toBe(200);
  });

  it("who were deactivated since may stay, and are not named anew", async () => {
    const gone = await company.person("agent", "Gone");
    const named = node({ assigned_to: [gone.id] });
    expect((await put(named)).status).toBe(200);
    await systemPool().query(`update users set "active" = false where "id" = $1`, [gone.id]);
    expect((await put(node({ ...named, text: ["Other words?"] }))).status).toBe(200);
    expect((await put(node({}))).status).toBe(200);
    expect(await faultOf(put(named))).toEqual([400, "validation_error", ["0.assigned_to.0 inactive_user"]]);
  });
});

describe("tags that a bot puts on (E12)", () => {
  it.each(["post_lead", "No_Lead", "fired_x", "POSTED_crm", " is_intervened"])(
    "are not the system's: %j",
    async (tag) => {
      expect(await faultOf(put(node({}), node({ internal_name: "b", tag })))).toEqual([
        ...[400, "validation_error"],
        ["1.tag system_tag"],
      ]);
      expect(await faultOf(patch({ tags: ["vip", tag] }))).toEqual([400, "validation_error", ["tags.1 system_tag"]]);
      expect((await patch({ tags: ["vip"] })).status).toBe(200);
      expect((await put(node({ tag: "vip" }))).status).toBe(200);
    },
  );

  it("that were stored before may stay", async () => {
    const { companyId, given } = company;
    const id = given.chatbotId ?? "";
    await put(node({ tag: "vip" }));
    await inCompany(companyId, async () => {
      const where = { companyId_id: { companyId, id } };
      const { questionList, settings } = await prisma.chatbot.findFirstOrThrow({ where: { companyId, id } });
      const [first] = questionList as Record<string, unknown>[];
      const data = { questionList: [{ ...first, tag: "post_lead" }], settings: { ...settings, tags: ["no_lead"] } };
      await prisma.chatbot.update({ where, data: data as never });
    });
    const read = (await api.get<Record<string, unknown>[]>(`${base}/question-list`)).body;
    expect(read[0]?.tag).toBe("post_lead");
    expect((await put(...read.map((one) => ({ ...one, text: ["New?"] })))).status).toBe(200);
    expect((await patch({ tags: ["no_lead", "more"] })).status).toBe(200);
    expect(await faultOf(patch({ tags: ["post_lead"] }))).toEqual([400, "validation_error", ["tags.0 system_tag"]]);
  });
});
