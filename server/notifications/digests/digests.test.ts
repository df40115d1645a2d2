import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { TestCompany } from "#server/testing/company.ts";
import { type MailServer, sendByMailServer } from "#server/testing/mail-server.ts";

let mail: MailServer;
let company: TestCompany;
let parts: Awaited<ReturnType<typeof load>>;

async function load() {
  return {
    ...{ ...(await import("#server/testing/company.ts")), ...(await import("#server/core/actor.ts")) },
    ...{ ...(await import("#server/db/system.ts")), ...(await import("#server/conversations/assigning.ts")) },
    ...{ ...(await import("./mailing.ts")), ...(await import("../preferring.ts")), ...(await import("../reading.ts")) },
    ...{
      ...(await import("#server/mail/sending.ts")),
      ...(await import("#server/mail/forgetting.ts")),
      ...(await import("#server/tasks/writing.ts")),
    },
    ...{ ...(await import("#server/users/editing.ts")), ...(await import("#server/db/pool.ts")) },
    ...{ ...(await import("#server/companies/editing.ts")) },
  };
}

beforeAll(async () => {
  mail = await sendByMailServer();
  parts = await load();
});
afterAll(async () => {
  await company.close();
});
beforeEach(async () => {
  company = await parts.freshCompany("Acme", ["talk", "webhook"]);
  await send();
  mail.arrived.length = 0;
});

const system = () => parts.systemActor(company.companyId);
const send = () => parts.sendDueMail.execute(system(), {});
const addressOf = async (userId: string) =>
  (await parts.systemPool().query<{ email: string }>(`select "email" from users where "id" = $1`, [userId])).rows[0]
    ?.email;
const choose = (digest: boolean) => parts.updatePreferences.execute(company.agent, { digest });
const storedDue = async () =>
  (
    await parts
      .systemPool()
      .query<{ at: Date | null }>(
        `select "digestDueAt" as at from notification_preferences where "companyId" = $1 and "userId" = $2`,
        [company.companyId, company.agent.id],
      )
  ).rows[0]?.at;
/** The morning has come. */
const wake = () =>
  parts.systemPool().query(
    `update notification_preferences set "digestDueAt" = now() - interval '1 minute'
       where "companyId" = $1 and "digestDueAt" is not null`,
    [company.companyId],
  );
const morning = async () => {
  await wake();
  await parts.mailDigests(system());
  await send();
  return mail.arrived.length;
};

async function giveWork(): Promise<void> {
  const conversationId = company.given.conversationId ?? "";
  await parts.assign.execute(company.admin, { conversationId, assignedTo: company.agent.id });
  const dueAt = new Date(Date.now() - 60_000).toISOString();
  await parts.createTask.execute(company.admin, { title: "Call back", assignedTo: company.agent.id, dueAt });
  await parts
    .systemPool()
    .query(`update conversations set "waitingSince" = now(), "status" = 'opened' where "id" = $1`, [conversationId]);
}

it("says each morning what waits, with the page where it is switched off, and nothing to who has not chosen it [P5]", async () => {
  await giveWork();
  expect(await morning()).toBe(0);
  expect((await parts.readPreferences.execute(company.agent, {})).digest).toBe(false);
  expect((await choose(true)).digest).toBe(true);
  expect(await morning()).toBe(1);
  const [told] = mail.arrived;
  expect(told?.text).toMatch(/Visitors who wait for you: 1\s/);
  expect(told?.text).toMatch(/Tasks due: 1\s/);
  expect(told?.text).toMatch(/Unread notifications: [1-9]/);
  expect(told?.text).toContain("A conversation was assigned to you:");
  expect(told?.text).toContain("/settings/notifications");
  expect(await morning()).toBe(2);
  expect((await choose(false)).digest).toBe(false);
  expect(await morning()).toBe(2);
});

it("is mailed once by several workers at once, and once where one of them ends before it is stored [P5]", async () => {
  await giveWork();
  await choose(true);
  await wake();
  const killed = parts.inTransaction(company.companyId, async () => {
    expect(await parts.mailDigest.execute(system(), {})).toEqual({ queued: true, more: true });
    throw new Error("killed");
  });
  await expect(killed).rejects.toThrow("killed");
  await Promise.all([parts.mailDigests(system()), parts.mailDigests(system()), parts.mailDigests(system())]);
  await send();
  await send();
  expect(mail.arrived).toHaveLength(1);
  await parts.mailDigests(system());
  await send();
  expect(mail.arrived).toHaveLength(1);
});

it("is not sent where nothing waits, nor to who was removed, and goes on the next morning", async () => {
  await choose(true);
  await parts.markNotificationsRead.execute(company.agent, {});
  expect(await morning()).toBe(0);
  expect((await storedDue())?.getTime()).toBeGreaterThan(Date.now());
  await giveWork();
  await parts.updateUser.execute(company.admin, { userId: company.agent.id, active: false });
  expect(await morning()).toBe(0);
  await parts.updateUser.execute(company.admin, { userId: company.agent.id, active: true });
  expect(await morning()).toBe(1);
});

it("that has not left names nobody who is erased meanwhile [P4, P5]", async () => {
  await giveWork();
  await choose(true);
  await wake();
  await parts.mailDigests(system());
  const unsent = async () =>
    (
      await parts
        .systemPool()
        .query(`select 1 from mails where "companyId" = $1 and "kind" = 'digest' and "dueAt" is not null`, [
          company.companyId,
        ])
    ).rowCount;
  expect(await unsent()).toBe(1);
  await parts.forgetMailed.execute(system(), { id: company.given.conversationId ?? "" });
  expect(await unsent()).toBe(0);
});

it("comes at eight by the company's clocks, and keeps its time when it is chosen again", async () => {
  await parts.updateCompany.execute(company.admin, { settings: { timeZone: "Pacific/Auckland" } });
  await choose(true);
  const due = await storedDue();
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: "Pacific/Auckland", hour: "2-digit", minute: "2-digit" });
  expect(clock.format(due ?? 0)).toBe("08:00");
  await choose(true);
  expect(await storedDue()).toEqual(due);
});

it("that fails for one person holds up nobody after them, and is tried again within the hour [P5]", async () => {
  await giveWork();
  await choose(true);
  await parts.updatePreferences.execute(company.admin, { digest: true });
  const { companyId, given } = company;
  const adminId = company.admin.id;
  const broken = (url: string) =>
    parts.systemPool().query(`update webhooks set "url" = $1 where "id" = $2`, [url, given.webhookId]);
  await parts.systemPool().query(
    `insert into notifications ("companyId", "id", "userId", "kind", "aboutId")
     values ($1, gen_random_uuid(), $2, 'webhook_failing', $3)`,
    [companyId, adminId, given.webhookId],
  );
  await broken("no address at all");
  await wake();
  // The administrator's turn comes first.
  await parts
    .systemPool()
    .query(`update notification_preferences set "digestDueAt" = now() - interval '1 hour' where "userId" = $1`, [
      adminId,
    ]);
  await parts.mailDigests(system());
  await send();
  expect(mail.arrived.map(({ to }) => to)).toEqual([[await addressOf(company.agent.id)]]);
  const { rows } = await parts
    .systemPool()
    .query<{ at: Date }>(`select "digestDueAt" as at from notification_preferences where "userId" = $1`, [adminId]);
  const waits = (rows[0]?.at.getTime() ?? 0) - Date.now();
  expect([waits > 0, waits <= 3_600_000]).toEqual([true, true]);
  await broken("https://shop.example/hook");
  expect(await morning()).toBe(3);
});

it("comes at eight by the clocks of the company's new zone, from the very next morning", async () => {
  await choose(true);
  const hourIn = (timeZone: string, at: Date | null | undefined) =>
    at && new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(at);
  for (const timeZone of ["Asia/Kathmandu", "Pacific/Kiritimati", "America/St_Johns"]) {
    await parts.updateCompany.execute(company.admin, { settings: { timeZone } });
    expect(hourIn(timeZone, await storedDue())).toBe("08:00");
  }
});
