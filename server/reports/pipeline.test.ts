import { describe, expect, it } from "vitest";
import type { Conversation } from "#server/conversations/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread } from "#server/testing/talking.ts";
import type { FigureName } from "./choices.ts";
import { foldDays } from "./days/folding.ts";
import { recompute } from "./recomputing.ts";
import type { Fact, Report } from "./schema.ts";

const company = await openCompany("Pipeline");
const api = await openApi(company);

const { body: phases } = await api.get<{ id: string; type: string }[]>("/v1/phases");
const ofType = (type: string) => phases.filter((phase) => phase.type === type).map(({ id }) => id);
const [first = "", second = ""] = ofType("custom").length > 1 ? ofType("custom") : phases.map(({ id }) => id);
const [won = ""] = ofType("success");
const [lost = ""] = ofType("lost");

/** A deal that came by a source, is worth something, and goes through phases. */
async function deal(utmSource: string, amount: number, ...through: string[]): Promise<string> {
  const { id } = await converse(api, company);
  await api.put(`/v1/conversations/${id}`, { amount, utmSource });
  for (const phaseId of through) await api.patch(`/v1/conversations/${id}/phases/${phaseId}`);
  return id;
}
const because = (id: string, lostReason: string) => api.put<Conversation>(`/v1/conversations/${id}`, { lostReason });

const read = async (by: string) => (await api.get<Report>(`/v1/reports/pipeline?by=${by}`)).body;
const figure = (figures: Report["total"], name: FigureName) => figures.find((one) => one.name === name);
const rows = async (query: string) =>
  (await api.get<{ data: Fact[]; pagination: { total: number } }>(`/v1/reports/pipeline/rows?${query}`)).body;

const price = await deal("google", 300, second, lost);
const delay = await deal("google", 200, second, lost);
const sold = await deal("newsletter", 1000, second, won);
const back = await deal("", 50, second, first);
await because(price, "Too expensive");
await because(delay, "Took too long");

async function tellsAll(): Promise<void> {
  const bySource = await read("source");
  expect(figure(bySource.total, "conversion")).toMatchObject({ value: 5 / 8, count: 5 });
  expect(figure(bySource.total, "wonShare")?.value).toBeCloseTo(1 / 3);
  const amounts = bySource.groups.map(({ id, figures }) => [
    id,
    figure(figures, "wonAmount")?.value,
    figure(figures, "lostAmount")?.value,
  ]);
  expect(amounts.sort()).toEqual([
    ["", 0, 0],
    ["google", 0, 500],
    ["newsletter", 1000, 0],
  ]);
  const byReason = await read("reason");
  const told = byReason.groups.map(({ id, figures }) => [id, ...figures.map(({ name, value }) => `${name} ${value}`)]);
  expect(told.sort()).toEqual([
    ["Too expensive", "lost 1", "lostAmount 300"],
    ["Took too long", "lost 1", "lostAmount 200"],
  ]);
}

describe("the pipeline's report", () => {
  it("says what went on from a phase, what was earned by source, and why deals were lost [R2]", async () => {
    await tellsAll();
    const { groups } = await read("phase");
    const conversionOf = (id: string) => figure(groups.find((group) => group.id === id)?.figures ?? [], "conversion");
    expect(conversionOf(first)).toMatchObject({ value: 1, count: 4 });
    expect(conversionOf(second)).toMatchObject({ value: 1 / 4, count: 1 });
  });

  it("lists what each of them counts, with source and reason [R3]", async () => {
    const gone = await rows("figure=conversion&limit=100");
    expect([gone.pagination.total, gone.data.length]).toEqual([5, 5]);
    const from = await rows(`figure=conversion&phaseId=${second}`);
    expect(from.data.map(({ conversationId }) => conversationId)).toEqual([sold]);
    const dear = await rows("figure=lostAmount&reason=Too%20expensive");
    expect(dear.pagination.total).toBe(1);
    expect(dear.data[0]).toMatchObject({
      conversationId: price,
      value: 300,
      reason: "Too expensive",
      source: "google",
    });
    const unknown = (await rows("figure=phaseEntered&source=NONE")).data.map(({ conversationId }) => conversationId);
    expect(unknown.filter((id) => id === back)).toHaveLength(3);
    expect([price, delay, sold].filter((id) => unknown.includes(id))).toEqual([]);
    expect((await rows("figure=lost&source=google")).pagination.total).toBe(2);
  });

  it("says the same from days that were added up, and when it is computed anew from the events [R1]", async () => {
    await recompute(company.companyId);
    await tellsAll();
    await systemPool().query(`update events set "createdAt" = "createdAt" - interval '2 days' where "companyId" = $1`, [
      company.companyId,
    ]);
    await recompute(company.companyId);
    await foldDays.execute(systemActor(company.companyId), {});
    await tellsAll();
  });

  it("counts what was won when it was, whatever becomes of its phase, which keeps its name [R7, R16]", async () => {
    const { body: own } = await api.post<{ id: string }>("/v1/phases", { name: "Signed", type: "success" });
    const id = await deal("partner", 700, second, own.id);
    const partner = async () => {
      const [bySource, byPhase] = [await read("source"), await read("phase")];
      const source = bySource.groups.find((group) => group.id === "partner");
      const phase = byPhase.groups.find((group) => group.id === own.id);
      const listed = await rows("figure=won&source=partner");
      const counted = [figure(source?.figures ?? [], "won")?.value, figure(source?.figures ?? [], "wonAmount")?.value];
      return [
        ...counted,
        figure(phase?.figures ?? [], "won")?.value,
        listed.pagination.total,
        listed.data.length,
        phase?.name,
      ];
    };
    const once = [1, 700, 1, 1, 1, "Signed"];
    expect(await partner()).toEqual(once);
    await api.patch(`/v1/phases/${own.id}`, { type: "progress" });
    expect(await partner()).toEqual(once);
    await api.patch(`/v1/phases/${own.id}`, { type: "success" });
    expect((await api.delete(`/v1/phases/${own.id}?moveTo=${won}`)).status).toBe(200);
    expect((await reread(api, id)).phaseId).toBe(won);
    expect(await partner()).toEqual(once);
    await recompute(company.companyId);
    expect(await partner()).toEqual(once);
  });

  it("tells a source that is called NONE from no source at all [R3]", async () => {
    const named = await deal("NONE", 10, second, lost);
    const groups = (await read("source")).groups.filter(({ id }) => id === "" || id === "NONE");
    expect(groups).toHaveLength(2);
    const listed = async (source: string) =>
      (await rows(`figure=phaseEntered&source=${source}`)).data.map(({ conversationId }) => conversationId);
    expect(new Set(await listed("%3DNONE"))).toEqual(new Set([named]));
    expect(await listed("NONE")).not.toContain(named);
    expect(await listed("NONE")).toContain(back);
  });

  it("names channels and service levels that were deleted [R16]", async () => {
    const { body: channel } = await api.post<{ id: string }>("/v1/channels", { type: "WEBSITE", label: "Old shop" });
    await converse(api, company, { channelId: channel.id });
    expect((await api.delete(`/v1/channels/${channel.id}?force=true`)).status).toBe(200);
    const { groups } = (await api.get<Report>("/v1/reports/channels")).body;
    expect(groups.find(({ id }) => id === channel.id)?.name).toBe("Old shop");
    const { body: policy } = await api.post<{ id: string }>("/v1/sla-policies", { name: "Old level", resolution: 60 });
    const { id } = await converse(api, company);
    await api.post(`/v1/conversations/${id}/close`, { isLead: false });
    expect((await api.delete(`/v1/sla-policies/${policy.id}`)).status).toBe(200);
    const levels = (await api.get<Report>("/v1/reports/sla")).body.groups;
    expect(levels.find((one) => one.id === policy.id)?.name).toBe("Old level");
  });

  it("forgets the reason where a deal goes on, and keeps it with the loss that it was [R2]", async () => {
    expect((await reread(api, price)).lostReason).toBe("Too expensive");
    await api.patch(`/v1/conversations/${price}/phases/${second}`);
    expect((await reread(api, price)).lostReason).toBe("");
    expect((await rows("figure=lost&reason=Too%20expensive")).pagination.total).toBe(1);
    const { status } = await because(price, "x".repeat(201));
    expect(status).toBe(400);
  });
});
