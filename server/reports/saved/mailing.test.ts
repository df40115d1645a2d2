import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Actor, systemActor } from "#server/core/actor.ts";
import type { TestCompany } from "#server/testing/company.ts";
import { type MailServer, sendByMailServer } from "#server/testing/mail-server.ts";
import type { Schedule } from "./choices.ts";
import type { SavedReport } from "./schema.ts";

let server: MailServer;
let company: TestCompany;
let system: Actor;
let viewer: Actor;
let channel: Actor;
let asTheyAre: typeof import("#server/testing/roles.ts").asTheyAre;
let parts: typeof import("./mailing.ts") & typeof import("./saving.ts");
let sendDueMail: typeof import("#server/mail/sending.ts").sendDueMail;
let updateUser: typeof import("#server/users/editing.ts").updateUser;
let pool: ReturnType<typeof import("#server/db/system.ts").systemPool>;

beforeAll(async () => {
  server = await sendByMailServer();
  const { freshCompany } = await import("#server/testing/company.ts");
  company = await freshCompany("Mailer of reports", ["whatsapp"]);
  const roles = await import("#server/testing/roles.ts");
  ({ asTheyAre } = roles);
  ({ updateUser } = await import("#server/users/editing.ts"));
  ({ sendDueMail } = await import("#server/mail/sending.ts"));
  parts = { ...(await import("./mailing.ts")), ...(await import("./saving.ts")) };
  pool = (await import("#server/db/system.ts")).systemPool();
  system = systemActor(company.companyId);
  viewer = await company.person("viewer", "Vera Viewer");
  const { http } = await import("#server/testing/http.ts");
  const { app } = await import("#server/rest/app.ts");
  const { converse } = await import("#server/testing/talking.ts");
  const api = http(app, (await company.token(["admin"])).secret);
  for (const name of ["Ann", "Bob"]) await converse(api, company, { visitorName: name });
  const given = { permissions: ["clients_read" as const, "reports_read" as const], readScope: "channel" as const };
  // What furnishing has mailed.
  await sendDueMail.execute(system, {});
  channel = await roles.personWith(company, {
    name: "Far",
    ...given,
    channels: [company.given.whatsappChannelId ?? ""],
  });
});
afterAll(async () => {
  await company.close();
});
beforeEach(() => {
  server.arrived.length = 0;
});

const weekly = (recipients: string[]): Schedule => ({ every: "week", weekday: 1, monthDay: 1, hour: 8, recipients });
let made = 0;

/** A report whose time has come. */
async function due(recipients: string[], more: object = {}, owner: Actor = company.admin): Promise<SavedReport> {
  made += 1;
  const saved = await parts.createSaved.execute(owner, {
    ...{ name: `Weekly ${made}`, report: "conversations", range: "last_7_days", schedule: weekly(recipients) },
    ...more,
  });
  await pool.query(
    `update saved_reports set "dueAt" = date_trunc('second', now()) - interval '3 minutes' where "id" = $1`,
    [saved.id],
  );
  return saved;
}
const look = (id: string) => parts.readSaved.execute(company.admin, { savedReportId: id });
const sendAll = async () => {
  await parts.mailReports(system);
  await sendDueMail.execute(system, {});
  return server.arrived.map(({ to }) => to[0]).sort();
};
const addressOf = async ({ id }: Actor) =>
  (await pool.query<{ email: string }>(`select "email" from users where "id" = $1`, [id])).rows[0]?.email ?? "";
const attached = (raw: string) => {
  const [, coded = ""] = /filename="?[\w.-]+\.csv"?[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(raw) ?? [];
  return Buffer.from(coded, "base64").toString("utf8");
};

describe("saved reports by mail [R3]", () => {
  it("arrive with figures, what they mean and were before, the exact days and the file; once, also by two workers at once", async () => {
    const saved = await due([viewer.id], { name: "Our week" });
    await Promise.all([parts.mailReports(system), parts.mailReports(system), parts.mailReports(system)]);
    await Promise.all([sendDueMail.execute(system, {}), sendDueMail.execute(system, {})]);
    const mail = await server.until(1);
    expect(server.arrived).toHaveLength(1);
    expect(mail.to).toEqual([await addressOf(viewer)]);
    expect(mail.subject).toMatch(/Our.week/);
    expect(mail.text).toMatch(/New conversations: [1-9]\d* \(before: 0\)\s+Conversations that began/);
    const today = new Date().toISOString().slice(0, 10);
    expect(mail.text).toMatch(
      new RegExp(`/reports/conversations\\?from=[\\d-]+&to=${today}&interval=day&saved=${saved.id}`),
    );
    expect(attached(mail.raw).split("\r\n")[0]).toContain("Period,New conversations,Closed");
    const after = await look(saved.id);
    expect([after.error, after.failed]).toEqual(["", 0]);
    expect(Date.parse(after.dueAt ?? "")).toBeGreaterThan(Date.now());
    expect(new Date(after.dueAt ?? "").getUTCDay()).toBe(1);
    expect(await sendAll()).toHaveLength(1);
  });

  it("have for each the figures of what they may read", async () => {
    await due([viewer.id, channel.id], { comparison: false });
    expect(await sendAll()).toEqual([await addressOf(channel), await addressOf(viewer)].sort());
    const of = async (actor: Actor) => {
      const address = await addressOf(actor);
      return server.arrived.find(({ to }) => to[0] === address)?.text ?? "";
    };
    expect(await of(viewer)).toMatch(/New conversations: [1-9]\d*\s/);
    expect(await of(channel)).toMatch(/New conversations: 0\s/);
  });

  it("go to nobody who was removed or may not read reports any more, and say so where nobody is left", async () => {
    const gone = await company.person("viewer", "Gone Gail");
    const lost = await company.person("supervisor", "Lost Lou");
    const both = await due([viewer.id, gone.id, lost.id]);
    const none = await due([gone.id, lost.id]);
    const own = await due([gone.id], {}, await asTheyAre(gone));
    await updateUser.execute(company.admin, { userId: gone.id, active: false });
    await updateUser.execute(company.admin, { userId: lost.id, role: "agent" });
    expect(await sendAll()).toEqual([await addressOf(viewer)]);
    expect((await look(both.id)).error).toBe("");
    expect(await look(none.id)).toMatchObject({ error: "no_reader", failed: 0 });
    const { rows } = await pool.query(`select "error", "dueAt" from saved_reports where "id" = $1`, [own.id]);
    expect(rows).toEqual([{ error: "owner_gone", dueAt: null }]);
  });

  it("say that their period is too long, where one was kept before that was refused [R14]", async () => {
    const saved = await due([viewer.id]);
    const long = JSON.stringify({ range: "last_90_days", interval: "hour" });
    await pool.query(`update saved_reports set "query" = "query" || $2 where "id" = $1`, [saved.id, long]);
    expect(await sendAll()).toEqual([]);
    expect(await look(saved.id)).toMatchObject({ error: "range_too_large", failed: 0 });
  });

  it("cannot be made, and keep no other waiting: they are tried again later, as of their own time", async () => {
    const broken = await due([viewer.id]);
    const sound = await due([viewer.id], { name: "Sound" });
    const row = async () =>
      (await pool.query(`select "query", "error", "sentAt", "dueAt" from saved_reports where "id" = $1`, [broken.id]))
        .rows[0];
    await pool.query(`update saved_reports set "dueAt" = "dueAt" - interval '1 minute' where "id" = $1`, [broken.id]);
    const { query, dueAt } = await row();
    // Of days that cannot be counted.
    await pool.query(`update saved_reports set "query" = '{"range": "constructor"}' where "id" = $1`, [broken.id]);
    expect(await sendAll()).toEqual([await addressOf(viewer)]);
    expect(await look(sound.id)).toMatchObject({ error: "" });
    const failed = await row();
    expect(failed).toMatchObject({ error: "internal_error", sentAt: dueAt });
    expect(failed.dueAt.getTime() - Date.now()).toBeGreaterThan(0);
    expect(failed.dueAt.getTime() - Date.now()).toBeLessThanOrEqual(600_000);
    server.arrived.length = 0;
    await pool.query(`update saved_reports set "query" = $2, "dueAt" = now() where "id" = $1`, [
      broken.id,
      JSON.stringify(query),
    ]);
    expect(await sendAll()).toEqual([await addressOf(viewer)]);
    expect(await row()).toMatchObject({ error: "", sentAt: dueAt });
  });

  it("that were missed for weeks are mailed once, and a refused one counts as failed", async () => {
    const saved = await due([viewer.id]);
    await pool.query(`update saved_reports set "dueAt" = now() - interval '30 days' where "id" = $1`, [saved.id]);
    server.answer(550);
    await sendAll();
    server.answer(0);
    expect(await look(saved.id)).toMatchObject({ failed: 1, error: "" });
    const { rows } = await pool.query(`select count(*)::int as "mails" from mails where "cause" like $1`, [
      `report:${saved.id}:%`,
    ]);
    expect(rows).toEqual([{ mails: 1 }]);
  });

  it("come to who asks at once, whatever the schedule, and never for who only looks", async () => {
    const saved = await parts.createSaved.execute(company.admin, { name: "Now", report: "agents", scope: "company" });
    const sent = await parts.sendSaved.execute(await asTheyAre(viewer), { savedReportId: saved.id });
    expect(sent).toEqual({ outcome: "queued", to: await addressOf(viewer) });
    await sendDueMail.execute(system, {});
    expect((await server.until(1)).subject).toMatch(/Now=3A/);
    const looking = { ...(await asTheyAre(viewer)), seenBy: company.admin };
    await expect(parts.sendSaved.execute(looking, { savedReportId: saved.id })).rejects.toThrow();
  });
});
