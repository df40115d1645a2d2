import { beforeAll, describe, expect, it } from "vitest";
import { updateChannel } from "#server/channels/editing.ts";
import { updateCompany } from "#server/companies/editing.ts";
import { assign } from "#server/conversations/assigning.ts";
import { addTag } from "#server/conversations/tags/tagging.ts";
import { systemActor } from "#server/core/actor.ts";
import { unaudited } from "#server/core/events/audited.ts";
import { hashPassword } from "#server/core/passwords.ts";
import { systemPool } from "#server/db/system.ts";
import { reply } from "#server/messages/sending.ts";
import { createPhase } from "#server/phases/creating.ts";
import { createTag } from "#server/tags/writing.ts";
import { Browser } from "#server/testing/browser.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { createToken } from "#server/tokens/creating.ts";
import { revokeToken } from "#server/tokens/revoking.ts";
import { updateUser } from "#server/users/editing.ts";
import { exportAudit } from "./exporting.ts";
import { listAudit } from "./listing.ts";

let conversationId: string;
let startedAt: string;

const company = await openCompany("Acme", allFurniture);
const other = await furnishedCompany("Other", allFurniture);

beforeAll(async () => {
  conversationId = company.given.conversationId ?? "";
  startedAt = new Date().toISOString();
});

type Input = Parameters<typeof listAudit.execute>[1];
const deeds = async (input: Input = {}, actor = company.admin) => (await listAudit.execute(actor, input)).data;
const newest = async (input: Input = {}) => (await deeds({ limit: 1, ...input }))[0];

describe("the audit log", () => {
  it("says who did what to which record, by its name of today", async () => {
    await assign.execute(company.admin, { conversationId, assignedTo: company.agent.id });
    expect(await newest()).toMatchObject({
      type: "conversation/operator_assigned",
      operation: "conversations.assign",
      actor: { type: "user", id: company.admin.id, name: "Ada Admin", ownerName: "" },
      subject: { kind: "conversation", id: conversationId, exists: true },
      to: "Abe Agent",
    });
    await addTag.execute(company.admin, { conversationId, tag: "urgent" });
    expect(await newest()).toMatchObject({ operation: "conversations.addTag", to: "urgent" });
    const tag = await createTag.execute(company.supervisor, { name: "VIP", color: "#C2410C" });
    expect(await newest()).toMatchObject({
      operation: "tags.create",
      actor: { name: "Sue Supervisor" },
      subject: { kind: "tag", id: tag.id, name: "VIP", exists: true },
    });
    await updateUser.execute(company.admin, { userId: company.viewer.id, name: "Vera Renamed" });
    expect(await newest()).toMatchObject({
      operation: "users.update",
      subject: { kind: "user", name: "Vera Renamed" },
    });
    await updateCompany.execute(company.admin, { name: "Acme and Sons" });
    expect(await newest()).toMatchObject({ subject: { kind: "company", name: "Acme and Sons" } });
  });

  it("tells a token from its owner, and what was made from what was revoked", async () => {
    const { actor } = await company.token(["clients_read", "clients_write"], company.supervisor);
    await createTag.execute(actor, { name: "By token", color: "#C2410C" });
    expect(await newest()).toMatchObject({
      actor: { type: "token", name: "Test", id: company.supervisor.id, ownerName: "Sue Supervisor" },
    });
    const made = await createToken.execute(company.admin, { name: "CRM", permissions: ["clients_read"] });
    await revokeToken.execute(company.admin, { tokenId: made.id });
    expect((await deeds({ kind: "tokens", limit: 2 })).map(({ operation }) => operation)).toEqual([
      "tokens.revoke",
      "tokens.create",
    ]);
    expect(await newest({ kind: "tokens" })).toMatchObject({ subject: { id: made.id, name: "CRM" } });
  });

  it("tells what a token might do and until when, as it was made and as it was revoked [found S16]", async () => {
    const permissions = ["clients_read", "chat_talk"];
    const expiresAt = "2999-12-31T00:00:00.000Z";
    const made = await createToken.execute(company.admin, { name: "CRM", permissions, expiresAt });
    await revokeToken.execute(company.admin, { tokenId: made.id });
    const [revoked, created] = await deeds({ kind: "tokens", limit: 2 });
    expect(created).toMatchObject({
      to: "clients_read, chat_talk",
      data: {
        changes: { permissions: { before: null, after: permissions }, expiresAt: { before: null, after: expiresAt } },
      },
    });
    expect(revoked).toMatchObject({
      to: "clients_read, chat_talk",
      data: {
        changes: { permissions: { before: permissions, after: null }, expiresAt: { before: expiresAt, after: null } },
      },
    });
  });

  it("tells who signed in, who was refused and who signed out, and from where", async () => {
    const email = `${company.agent.userId}@signs.example.com`;
    await systemPool().query(`update users set "email" = $2, "passwordHash" = $3 where "id" = $1`, [
      company.agent.userId,
      email,
      await hashPassword("tea at the harbour"),
    ]);
    const browser = new Browser("198.51.100.77");
    await browser.signIn(email, "coffee at the station");
    await browser.signIn("nobody.at.all@example.com", "coffee at the station");
    await expect
      .poll(() => newest())
      .toMatchObject({
        type: "session/refused",
        actor: { type: "system" },
        subject: { kind: "user", id: company.agent.userId, name: "Abe Agent" },
        to: "198.51.100.77",
      });
    await browser.signIn(email, "tea at the harbour");
    expect(await newest()).toMatchObject({
      type: "session/started",
      actor: { type: "user", id: company.agent.userId, name: "Abe Agent" },
      to: "198.51.100.77",
      data: { way: "password" },
    });
    await browser.signOut();
    const [ended, started, refused] = await deeds({ kind: "people", limit: 3 });
    expect(ended).toMatchObject({ type: "session/ended", actor: { name: "Abe Agent" }, data: { own: true } });
    expect([started?.type, refused?.type]).toEqual(["session/started", "session/refused"]);
    expect((await deeds({ userId: company.agent.userId ?? "", search: "session/started" })).length).toBe(1);
  });

  it("leads to templates by their number, and to campaigns and chatbots by their id", async () => {
    const theirs = await deeds({ kind: "campaigns", limit: 100 }, other.admin);
    const { templateId } = other.given;
    expect(theirs.map(({ subject }) => subject).filter(({ kind }) => kind === "template")).toContainEqual(
      expect.objectContaining({ number: Number(templateId), exists: true }),
    );
  });

  it("leaves out messages and the marks that only keep screens true", async () => {
    await reply.execute(company.admin, { conversationId, body: "a message is no deed" });
    const { rows } = await systemPool().query<{ type: string }>(
      `select distinct "type" from events where "companyId" = $1`,
      [company.companyId],
    );
    const known = rows.map(({ type }) => type);
    expect(known).toContain("conversation/message");
    const shown = new Set((await deeds({ limit: 100 })).map(({ type }) => type));
    for (const type of unaudited) expect(shown.has(type), type).toBe(false);
  });

  it("is read by its own index", async () => {
    const { rows } = await systemPool().query<{ indexdef: string }>(
      `select indexdef from pg_indexes where indexname = 'events_audited'`,
    );
    expect(rows[0]?.indexdef).toContain('("companyId", id)');
    for (const type of unaudited) expect(rows[0]?.indexdef).toContain(type);
  });

  it("is narrowed by person, source, kind, time, text and a record's id", async () => {
    await createPhase.execute(company.supervisor, { name: "Quoted", type: "progress" });
    const people = async (input: Input) =>
      new Set((await deeds({ limit: 100, ...input })).map(({ actor }) => actor.id));
    expect([...(await people({ userId: company.supervisor.id }))]).toEqual([company.supervisor.id]);
    expect(new Set((await deeds({ by: "automatic", limit: 100 })).map(({ actor }) => actor.type))).toEqual(
      new Set(["system"]),
    );
    expect((await deeds({ by: "visitors" })).every(({ actor }) => actor.type === "visitor")).toBe(true);
    expect((await deeds({ by: "visitors" })).length).toBeGreaterThan(0);
    expect((await deeds({ kind: "settings" })).map(({ subject }) => subject.kind)).toContain("phase");
    expect((await deeds({ kind: "settings" })).every(({ subject }) => subject.kind !== "conversation")).toBe(true);
    expect((await deeds({ search: "quoted" })).map(({ operation }) => operation)).toEqual(["phases.create"]);
    expect((await deeds({ search: "%" })).length).toBe(0);
    const about = await deeds({ search: conversationId, limit: 100 });
    expect(about.length).toBeGreaterThan(3);
    expect((await deeds({ search: company.supervisor.id })).length).toBeGreaterThan(0);
    expect((await deeds({ from: startedAt, limit: 100 })).length).toBeGreaterThan(0);
    expect(await deeds({ to: "2020-01-01" })).toEqual([]);
    expect(await deeds({ from: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
  });

  it("is for administrators, and each company's own", async () => {
    for (const actor of [company.supervisor, company.agent, company.viewer, company.visitor]) {
      await expect(listAudit.execute(actor, {})).rejects.toMatchObject({ code: "forbidden" });
      await expect(exportAudit.execute(actor, {})).rejects.toMatchObject({ code: "forbidden" });
    }
    expect(await deeds({ search: conversationId }, other.admin)).toEqual([]);
    const theirs = await deeds({ limit: 100 }, other.admin);
    expect(JSON.stringify(theirs)).not.toContain(company.companyId);
  });

  it("is paged by its last row, without repeats or gaps", async () => {
    const whole = (await deeds({ limit: 100 })).map(({ id }) => id);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listAudit.execute(company.admin, { limit: 4, ...(cursor ? { cursor } : {}) });
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(whole);
  });

  it("looks back a piece at a time where what is wanted is rare", async () => {
    await systemPool().query(
      `insert into events ("companyId", "id", "type", "actorType", "actorId", "actorName", "data")
       select $1, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'tag/changed', 'user', 'somebody',
         case when n = 1 then 'Zoe First' else 'Nobody' end, '{"id": "none"}' from generate_series(1, 21000) n`,
      [other.companyId],
    );
    const first = await listAudit.execute(other.admin, { search: "Zoe First" });
    expect([first.data, first.searchedTo === null]).toEqual([[], false]);
    const second = await listAudit.execute(other.admin, { search: "Zoe First", cursor: first.nextCursor ?? "" });
    expect(second.data).toHaveLength(1);
    expect(second.nextCursor).toBeNull();
  });
});

describe("its export", () => {
  it("is CSV in pieces with heads once, and disarms formulas", async () => {
    const { channelId = "" } = company.given;
    await updateChannel.execute(company.admin, { channelId, label: '=HYPERLINK("http://evil")' });
    const first = await exportAudit.execute(company.admin, { by: "team" });
    const lines = first.csv.split("\r\n");
    expect(lines[0]).toBe(
      "\ufefftime,actorType,actorName,actorId,tokenOwner,operation,event,subject,subjectName,subjectId,to,data,id",
    );
    expect(lines[1]).toContain(`channels.update,channel/changed,channel,"'=HYPERLINK(""http://evil"")"`);
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,user,Ada Admin,/);
    expect(first.rows).toBe(lines.length - 2);
    expect(first.nextCursor).toBeNull();
  });

  it("goes on where the last piece ended, without the heads", async () => {
    const first = await exportAudit.execute(other.admin, { search: "Nobody" });
    expect(first.rows).toBe(1000);
    const second = await exportAudit.execute(other.admin, { search: "Nobody", cursor: first.nextCursor ?? "" });
    expect([second.rows, second.csv.startsWith("\ufeff")]).toEqual([1000, false]);
    const ids = `${first.csv}${second.csv}`.match(/01900000-0000-7000-8000-[0-9a-f]{12}/g);
    expect(new Set(ids).size).toBe(2000);
  });

  it("names the system where no person did it", async () => {
    expect((await deeds({ by: "automatic", limit: 1 }))[0]?.actor.id).toBe(systemActor(company.companyId).id);
  });
});
