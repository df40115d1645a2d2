import { afterAll, beforeAll, expect, it } from "vitest";
import { openMailedCompany } from "#server/testing/mail-server.ts";

type Integration = Awaited<ReturnType<typeof import("#server/testing/integrating.ts").openIntegration>>;
type Mailed = Awaited<ReturnType<typeof openMailedCompany>>;

let mailed: Mailed;
let mails: Mailed["mails"];
let company: Mailed["company"];
let api: Mailed["api"];
let sendMail: Mailed["sendMail"];
let integration: Integration;

beforeAll(async () => {
  mailed = await openMailedCompany("Mail");
  ({ mails, company, api, sendMail } = mailed);
  const { openIntegration } = await import("#server/testing/integrating.ts");
  integration = await openIntegration(company, api, "email");
});
afterAll(() => mailed.close());

it("sends a readable mail of a lead to each person chosen, once, and to nobody who has left [P6]", async () => {
  const people = [company.admin.id, company.agent.id, company.viewer.id];
  await integration.set({ enabled: true, config: { people } });
  await api.patch(`/v1/users/${company.viewer.id}`, { active: false });
  const conversationId = await integration.lead({ amount: 1280.5 }, { email: "lena@example.com" });
  await integration.relayed(conversationId);
  await integration.relayed(conversationId);
  await sendMail();
  const told = mails.arrived.filter(({ subject }) => subject === "New lead: Lena Lead");
  expect(told).toHaveLength(2);
  const [mail] = told;
  for (const text of ["Email: lena@example.com", "Amount: 1,280.5 USD", "Visitor: I want two of these", conversationId])
    expect(mail?.text).toContain(text);
  const [run] = await integration.runsOf(conversationId);
  expect(run).toMatchObject({ status: "succeeded", cause: "lead" });
  expect(run?.calls.map(({ method }) => method)).toEqual(["MAIL", "MAIL"]);
});

it("shows each person only what their role shows them of people [P6 W11]", async () => {
  const { personWith } = await import("#server/testing/roles.ts");
  const role = { permissions: ["clients_read" as const], maskedFields: ["email" as const, "phone" as const] };
  const masked = await personWith(company, { name: "Masked", ...role });
  mails.arrived.length = 0;
  await integration.set({ config: { people: [company.admin.id, masked.id] } });
  const person = { name: "nadia@example.com", email: "nadia@example.com", phone: "+34600111222" };
  const conversationId = await integration.lead({}, person);
  await integration.relayed(conversationId);
  await sendMail();
  const told = mails.arrived.map(({ subject, text }) => `${subject}\n${text}`);
  expect(told).toHaveLength(2);
  const [seen = "", hidden = ""] = told.sort((a, b) => Number(b.includes("nadia@")) - Number(a.includes("nadia@")));
  for (const text of ["nadia@example.com", "+34600111222"]) {
    expect(seen).toContain(text);
    expect(hidden).not.toContain(text);
  }
  expect(hidden).not.toContain("600111");
  expect(hidden).toContain("n•••@e•••.com");
});

it("does not leave any more where its conversation was deleted meanwhile [P4]", async () => {
  const { forgetMailed } = await import("#server/mail/forgetting.ts");
  const { systemActor } = await import("#server/core/actor.ts");
  mails.arrived.length = 0;
  await integration.set({ enabled: true, config: { people: [company.admin.id] } });
  const [gone, stays] = [
    await integration.lead({ amount: 81 }, { email: "gone@example.com" }),
    await integration.lead({ amount: 82 }, { email: "stays@example.com" }),
  ];
  for (const id of [gone, stays]) await integration.relayed(id);
  expect(await forgetMailed.execute(systemActor(company.companyId), { id: gone })).toEqual({ pending: 0 });
  await sendMail();
  const told = mails.arrived.map(({ text }) => text ?? "").join();
  expect([told.includes("gone@example.com"), told.includes("stays@example.com")]).toEqual([false, true]);
});

it("is tested with made-up data, and says what is missing", async () => {
  mails.arrived.length = 0;
  await integration.set({ config: { people: [company.admin.id] } });
  expect((await integration.test()).body).toMatchObject({ status: "succeeded" });
  await sendMail();
  expect(mails.arrived.map(({ subject }) => subject)).toEqual(["Test: Test Person"]);
  expect((await integration.set({ config: { people: [] } })).body.lacks).toEqual(["people"]);
});
