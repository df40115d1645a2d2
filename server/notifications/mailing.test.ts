import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestCompany } from "#server/testing/company.ts";
import { type MailServer, sendByMailServer } from "#server/testing/mail-server.ts";

let mail: MailServer;
let company: TestCompany;
let parts: Awaited<ReturnType<typeof load>>;

async function load() {
  return {
    ...{ ...(await import("#server/testing/company.ts")), ...(await import("#server/core/actor.ts")) },
    ...{ ...(await import("#server/db/system.ts")), ...(await import("#server/conversations/assigning.ts")) },
    ...{ ...(await import("./mailing.ts")), ...(await import("./preferring.ts")), ...(await import("./reading.ts")) },
    ...{ ...(await import("#server/mail/sending.ts")), ...(await import("#server/testing/browser.ts")) },
    ...{ ...(await import("#server/companies/creating.ts")), ...(await import("#server/base/ids.ts")) },
  };
}

beforeAll(async () => {
  mail = await sendByMailServer();
  parts = await load();
  company = await parts.freshCompany("Acme", ["talk"]);
});
afterAll(async () => {
  await company.close();
});
beforeEach(async () => {
  await send();
  mail.arrived.length = 0;
});

const send = () => parts.sendDueMail.execute(parts.systemActor(company.companyId), {});

/** Assigns the conversation to the agent; answers the event of the notification. */
async function assign(): Promise<string> {
  const conversationId = company.given.conversationId ?? "";
  await parts.assign.execute(company.admin, { conversationId, assignedTo: "" });
  await parts.assign.execute(company.admin, { conversationId, assignedTo: company.agent.id });
  const { rows } = await parts
    .systemPool()
    .query<{ id: string }>(
      `select "id" from events where "companyId" = $1 and "type" = 'notification/changed' order by "ordinal" desc limit 1`,
      [company.companyId],
    );
  return rows[0]?.id ?? "";
}
const mailOf = (eventId: string) => parts.mailEvent.execute(parts.systemActor(company.companyId), { eventId });

describe("a notification by mail [P5]", () => {
  it("is sent to who chose it, once while it is unread, in their words", async () => {
    expect(await mailOf(await assign())).toEqual({ queued: 0 });
    await parts.markNotificationsRead.execute(company.agent, {});
    const chosen = await parts.updatePreferences.execute(company.agent, { matrix: { assigned: { email: true } } });
    expect(chosen).toMatchObject({ sendsMail: true, matrix: { assigned: { email: true }, replied: { email: false } } });
    expect(await mailOf(await assign())).toEqual({ queued: 1 });
    expect(await mailOf(await assign())).toEqual({ queued: 0 });
    expect(await send()).toEqual({ sent: 1 });
    const { text, headers } = await mail.until(1);
    // Into the company that it is about, whichever its reader works in.
    const within = `company=${company.companyId}`;
    expect(text).toMatch(new RegExp(`/inbox/${company.given.conversationId}\\S*[?&]${within}`));
    expect(text).toContain(`/settings/notifications?${within}`);
    expect(headers).toMatch(new RegExp(`^List-Unsubscribe: <\\S+/settings/notifications\\?${within}>$`, "m"));
  });

  it("is not sent for what has been read meanwhile", async () => {
    await parts.markNotificationsRead.execute(company.agent, {});
    const eventId = await assign();
    await parts.markNotificationsRead.execute(company.agent, {});
    expect(await mailOf(eventId)).toEqual({ queued: 0 });
  });
});

describe("a new sign-in [P5]", () => {
  it("is told by mail from an unknown browser, not from a known one, nor for the first", async () => {
    const email = `${parts.newId()}@example.com`;
    const password = "tea at the harbour";
    const made = await parts.createCompany({ name: "Acme", admin: { name: "Ana", email, password } });
    const sent = async () => (await parts.sendDueMail.execute(parts.systemActor(made.companyId), {})).sent;
    const first = new parts.Browser("192.0.2.11");
    expect((await first.signIn(email, password)).status).toBe(200);
    expect(await sent()).toBe(0);
    await first.signIn(email, password);
    expect(await sent()).toBe(0);
    await new parts.Browser("192.0.2.11").signIn(email, password);
    expect(await sent()).toBe(0);
    await new parts.Browser("192.0.2.12").signIn(email, password);
    expect(await sent()).toBe(1);
    const told = await mail.until(1);
    expect(told).toMatchObject({ to: [email], subject: "New sign-in at Acme" });
    expect(told.text).toContain("192.0.2.12");
    await new parts.Browser("192.0.2.13").signIn(email, "wrong");
    expect(await sent()).toBe(0);
  });
});
