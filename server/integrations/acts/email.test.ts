import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { TestCompany } from "#server/testing/company.ts";
import type { Client } from "#server/testing/http.ts";
import { type MailServer, startMailServer } from "#server/testing/mail-server.ts";

type Integration = Awaited<ReturnType<typeof import("#server/testing/integrating.ts").openIntegration>>;

let mails: MailServer;
let company: TestCompany;
let api: Client;
let integration: Integration;
let close: () => Promise<void>;
let sendMail: () => Promise<unknown>;

beforeAll(async () => {
  mails = await startMailServer();
  // The settings are read once, when the modules load.
  vi.stubEnv("SMTP_URL", mails.url);
  vi.stubEnv("MAIL_FROM", "Acme Inbox <inbox@acme.example>");
  const { freshCompany } = await import("#server/testing/company.ts");
  const { openApi } = await import("#server/testing/fixture.ts");
  const { openIntegration } = await import("#server/testing/integrating.ts");
  const { sendDueMail } = await import("#server/mail/sending.ts");
  const { closePresence } = await import("#server/kit/presence/presence.ts");
  company = await freshCompany("Mail");
  api = await openApi(company);
  integration = await openIntegration(company, api, "email");
  sendMail = () => sendDueMail.execute(integration.system, {});
  close = async () => {
    await closePresence();
    await company.close();
  };
});
afterAll(async () => {
  await close();
  await mails.close();
  vi.unstubAllEnvs();
});

it("sends a readable mail of a lead to each person chosen, once, and to nobody who has left [P6]", async () => {
  const people = [company.admin.id, company.agent.id, company.viewer.id];
  await integration.set({ enabled: true, config: { people } });
  await api.patch(`/v1/users/${company.viewer.id}`, { active: false });
  const conversationId = await integration.lead({ amount: 80 }, { email: "lena@example.com" });
  await integration.relayed(conversationId);
  await integration.relayed(conversationId);
  await sendMail();
  const told = mails.arrived.filter(({ subject }) => subject === "New lead: Lena Lead");
  expect(told).toHaveLength(2);
  const [mail] = told;
  for (const text of ["Email: lena@example.com", "Amount: 80 USD", "Visitor: I want two of these", conversationId])
    expect(mail?.text).toContain(text);
  const [run] = await integration.runsOf(conversationId);
  expect(run).toMatchObject({ status: "succeeded", cause: "lead" });
  expect(run?.calls.map(({ method }) => method)).toEqual(["MAIL", "MAIL"]);
});

it("is tested with made-up data, and says what is missing", async () => {
  mails.arrived.length = 0;
  await integration.set({ config: { people: [company.admin.id] } });
  expect((await integration.test()).body).toMatchObject({ status: "succeeded" });
  await sendMail();
  expect(mails.arrived.map(({ subject }) => subject)).toEqual(["Test: Test Person"]);
  expect((await integration.set({ config: { people: [] } })).body.lacks).toEqual(["people"]);
});
