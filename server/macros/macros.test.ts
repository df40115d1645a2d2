import fs from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { BulkAnswer } from "#server/actions/bulk/schema.ts";
import { actionNames } from "#server/actions/choices.ts";
import { listAudit } from "#server/audit/listing.ts";
import { ifPresent } from "#server/base/missing-files.ts";
import { env } from "#server/config/env.ts";
import { updateContact } from "#server/contacts/editing.ts";
import { inCompany, inTransaction } from "#server/db/pool.ts";
import { prisma } from "#server/db/prisma.ts";
import { systemPool } from "#server/db/system.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread, transcript } from "#server/testing/talking.ts";
import { maxMacros } from "./choices.ts";
import { runMacro } from "./running.ts";
import type { Macro, MacroPreview, MacroRun } from "./schema.ts";

const company = await openCompany("Acme", ["talk", "team"]);
const other = await furnishedCompany("Other", ["talk", "team"]);
const admin = await openApi(company);
const agent = await openApi(company, ["clients_read_assigned", "clients_write_assigned", "chat_talk"], company.agent);
const talker = await openApi(company, ["clients_read", "chat_talk"], company.supervisor);
const stranger = await openApi(other);

type Api = typeof admin;
type Page = { data: Macro[]; pagination: { total: number; nextCursor: string | null } };

const tagIt = [{ name: "tag_add", input: { tag: "vip" } }];
const make = (api: Api, body: object) => api.post<Macro>("/v1/macros", { actions: tagIt, ...body });
const at = (conversationId: string, macroId: string) => `/v1/conversations/${conversationId}/macros/${macroId}`;
const names = async (api: Api, query = "") =>
  (await api.get<Page>(`/v1/macros?limit=100${query}`)).body.data.map(({ name }) => name);
const outcomesOf = (run: { actions: MacroRun["actions"] }) =>
  run.actions.map(({ name, outcome, why }) => [name, outcome, why?.code]);

describe("/v1/macros", () => {
  it("keeps a name, a scope, a key and actions in their order, under a version [W7]", async () => {
    const actions = [...tagIt, { name: "unsnooze" }];
    const { status, body: made, headers } = await make(admin, { name: " Mark ", key: "V", actions });
    expect([status, made]).toMatchObject([200, { name: "Mark", scope: "company", key: "v" }]);
    expect(made.actions).toEqual([...tagIt, { name: "unsnooze", input: {} }]);
    expect(headers.get("etag")).toBe(`"${made.updatedAt}"`);
    const path = `/v1/macros/${made.id}`;
    expect((await admin.patch<Macro>(path, { name: "Mark it" })).body).toMatchObject({ name: "Mark it", key: "v" });
    const stale = { headers: { "if-match": `"${made.updatedAt}"` } };
    expect((await admin.patch(path, { name: "x" }, stale)).status).toBe(412);
    expect((await make(admin, { name: "Same key", key: "v" })).status).toBe(409);
    expect((await stranger.get(path)).status).toBe(404);
    expect((await admin.delete(path)).status).toBe(200);
    expect((await admin.get(path)).status).toBe(404);
  });

  it.each([
    ["name", { name: " " }],
    ["actions", { name: "x", actions: [] }],
    ["actions", { name: "x", actions: Array.from({ length: 21 }, () => tagIt[0]) }],
    ["actions.0.input.tag", { name: "x", actions: [{ name: "tag_add", input: {} }] }],
    ["key", { name: "x", key: "ctrl" }],
  ])("refuses what could not be run: %s [W7]", async (field, body) => {
    const answer = await make(admin, body);
    expect([answer.status, answer.body.details?.[0]?.field]).toEqual([400, field]);
  });

  it("names the actions there are where one is not known [W1, W7]", async () => {
    for (const action of [{ name: "dance", input: {} }, { input: {} }]) {
      const { status, body } = await make(admin, { name: "x", actions: [action] });
      expect([status, body.details?.[0]]).toMatchObject([400, { field: "actions.0.name" }]);
      for (const name of actionNames) expect(body.details?.[0]?.message).toContain(name);
    }
  });

  it("shows a private one to its owner alone, who alone runs it [W7]", async () => {
    expect((await make(talker, { name: "Not mine to make" })).status).toBe(403);
    const { body: own } = await make(talker, { name: "Mine", scope: "private" });
    expect(await names(talker, "&scope=private")).toEqual(["Mine"]);
    const { id } = await converse(admin, company);
    for (const api of [admin, agent, stranger]) {
      expect(await names(api)).not.toContain("Mine");
      for (const { status } of [await api.get(`/v1/macros/${own.id}`), await api.post(at(id, own.id), {})])
        expect(status).toBe(404);
    }
    const { rows } = await systemPool().query<{ data: unknown }>(
      `select "data" from events where "type" = 'macro/changed' and "data"->>'id' = $1`,
      [own.id],
    );
    expect(rows.map(({ data }) => data)).toEqual([{ id: own.id, userId: company.supervisor.id }]);
  });

  it("lets those change the company's who may write all contacts, and everybody run it [W7]", async () => {
    const { body: ours } = await make(admin, { name: "Ours" });
    const path = `/v1/macros/${ours.id}`;
    const refused = [
      await make(agent, { name: "Theirs" }),
      await agent.patch(path, { actions: [{ name: "close", input: { isLead: false } }] }),
      await agent.delete(path),
    ];
    for (const { status, body } of refused)
      expect([status, body]).toMatchObject([403, { requiredPermissions: ["clients_write"] }]);
    const { body: own } = await make(agent, { name: "Own", scope: "private" });
    expect((await agent.patch(`/v1/macros/${own.id}`, { scope: "company" })).status).toBe(403);
    const { id } = await converse(admin, company);
    await admin.post(`/v1/conversations/${id}/assign`, { assignedTo: company.agent.id });
    expect(outcomesOf((await agent.post<MacroRun>(at(id, ours.id), {})).body)).toEqual([
      ["tag_add", "done", undefined],
    ]);
    expect((await agent.delete(`/v1/macros/${own.id}`)).status).toBe(200);
  });

  it("takes 500 of a company, and pages them [W7]", async () => {
    const full = await furnishedCompany("Full", ["talk", "team"]);
    const api = await openApi(full);
    await inCompany(full.companyId, () =>
      prisma.macro.createMany({
        data: Array.from({ length: maxMacros - 1 }, (_, index) => ({
          ...{ companyId: full.companyId, id: crypto.randomUUID(), name: `n${index}`, actions: [] },
        })),
      }),
    );
    const refused = await make(api, { name: "one more" });
    expect([refused.status, refused.body]).toMatchObject([409, { error: "limit_reached", limit: maxMacros }]);
    const first = (await api.get<Page>("/v1/macros?limit=2")).body;
    const next = (await api.get<Page>(`/v1/macros?limit=2&cursor=${first.pagination.nextCursor}`)).body;
    expect([first.pagination.total, first.data.length, next.data.length]).toEqual([maxMacros, 2, 2]);
    expect(new Set([...first.data, ...next.data].map(({ id }) => id)).size).toBe(4);
  });
});

describe("a macro on a conversation", () => {
  const six = () => [
    { name: "reply", input: { body: "Thank you, {{contact.firstName|friend}}. {{ask:Order number}}" } },
    { name: "note", input: { message: "Sent by {{agent.firstName}}" } },
    { name: "assign", input: { assignedTo: company.agent.id } },
    { name: "tag_add", input: { tag: "solved" } },
    { name: "priority", input: { priority: "high" } },
    { name: "close", input: { isLead: false } },
  ];

  it("of six actions shows what it would do, does nothing, does it, and is undone as one [W7]", async () => {
    const { id } = await converse(admin, company);
    const { body: macro } = await make(admin, { name: "Thank and close", actions: six() });
    const before = await reread(admin, id);
    const said = await transcript(admin, id);
    const preview = await admin.post<MacroPreview>(`${at(id, macro.id)}/preview`, { asked: { "Order number": "A-1" } });
    expect(preview.body.prompts).toEqual([{ label: "Order number", fallback: "" }]);
    const names6 = six().map(({ name }) => name);
    expect(outcomesOf(preview.body)).toEqual(names6.map((name) => [name, "done", undefined]));
    expect(preview.body.actions[0]?.text).toBe("Thank you, friend. A-1");
    expect(await reread(admin, id)).toEqual(before);
    expect(await transcript(admin, id)).toEqual(said);

    const run = await admin.post<MacroRun>(at(id, macro.id), { asked: { "Order number": "A-1" } });
    expect([run.status, run.body.undoable]).toEqual([200, true]);
    expect(outcomesOf(run.body)).toEqual(names6.map((name) => [name, "done", undefined]));
    const after = await reread(admin, id);
    expect(after).toMatchObject({ status: "CLOSED", priority: "high", assignedTo: company.agent.id });
    expect((await transcript(admin, id)).map(({ text }) => text)).toContain("Thank you, friend. A-1");

    const undone = await admin.post<BulkAnswer>(`/v1/jobs/${run.body.jobId}/undo`, {});
    expect([undone.status, undone.body.done]).toEqual([207, 1]);
    const { status, priority, assignedTo, tags } = await reread(admin, id);
    expect({ status, priority, assignedTo, tags }).toEqual({
      ...{ status: before.status, priority: before.priority, assignedTo: before.assignedTo },
      // The reply stays, and so does that a person has written.
      tags: ["is_intervened", "was_intervened"],
    });
  });

  it("writes no file to show what it would do, nor where the run fails, and one where it sends a file [found S3]", async () => {
    const size = 40_000 + Math.floor(Math.random() * 20_000);
    const stored = async () => {
      const folder = path.join(env.dataDir, "uploads");
      const names = (await fs.readdir(folder, { recursive: true })).filter((name) => path.extname(name) !== "");
      const sizes = await Promise.all(names.map((name) => ifPresent(() => fs.stat(path.join(folder, name)))));
      return sizes.filter((one) => one?.size === size).length;
    };
    const content = Buffer.alloc(size, "a").toString("base64");
    const { body: file } = await admin.post<{ url: string }>("/v1/uploads", { content, fileName: "a.txt" });
    const message = { url: file.url, fileName: "a.txt" };
    const sending = { type: "file", message };
    const [first, second] = [await converse(admin, company), await converse(admin, company)];
    await admin.post(`/v1/conversations/${first.id}/messages`, {
      ...{ from: company.admin.id, fromType: "user" },
      ...sending,
    });
    expect(await stored()).toBe(1);
    const { body: macro } = await make(admin, { name: "File", actions: [{ name: "reply", input: sending }] });
    const preview = await admin.post<MacroPreview>(`${at(second.id, macro.id)}/preview`, {});
    expect(outcomesOf(preview.body)).toEqual([["reply", "done", undefined]]);
    expect(await stored()).toBe(1);
    const failing = inTransaction(company.companyId, async () => {
      await runMacro.execute(company.admin, { conversationId: second.id, macroId: macro.id });
      throw new Error("in the end");
    });
    await expect(failing).rejects.toThrow("in the end");
    expect(await stored()).toBe(1);
    const run = await admin.post<MacroRun>(at(second.id, macro.id), {});
    expect(outcomesOf(run.body)).toEqual([["reply", "done", undefined]]);
    expect(await stored()).toBe(2);
  });

  it("names in the audit log which macro did it [W7]", async () => {
    const { id } = await converse(admin, company);
    const { body: macro } = await make(admin, { name: "Audited" });
    await admin.post(at(id, macro.id), {});
    const { data } = await listAudit.execute(company.admin, {});
    const deed = data.find(({ type, subject }) => type === "conversation/tag_added" && subject.id === id);
    expect(deed?.via).toEqual({ way: "macro", id: macro.id });
  });

  it("checks each action anew, goes on after one that fails, and says what needed nothing [W7]", async () => {
    const { id } = await converse(admin, company);
    const actions = [
      { name: "tag_add", input: { tag: "vip" } },
      { name: "note", input: { message: "Seen" } },
      { name: "reply", input: { body: "Your number: {{contact.phone}}" } },
      { name: "bot_off", input: {} },
      { name: "bot_off", input: {} },
    ];
    const { body: macro } = await make(admin, { name: "Mixed", actions });
    const run = await talker.post<MacroRun>(at(id, macro.id), {});
    expect(outcomesOf(run.body).slice(0, 3)).toEqual([
      ["tag_add", "failed", "forbidden"],
      ["note", "done", undefined],
      ["reply", "failed", "validation_error"],
    ]);
    expect(run.body.actions[2]?.why?.message).toContain("{{contact.phone}}");
    expect(run.body.actions[4]).toMatchObject({ outcome: "skipped", why: { code: "unchanged" } });
    expect((await transcript(admin, id)).some(({ text }) => text.includes("Your number"))).toBe(false);
  });

  it("fills variables for each conversation, also in bulk [W7]", async () => {
    const { conversationId: id = "", contactId = "" } = company.given;
    await updateContact.execute(company.admin, { contactId, name: "Nora Paz" });
    const actions = [{ name: "note", input: { message: "For {{contact.firstName}}" } }];
    const { status } = await admin.post("/v1/conversations/bulk", { ids: [id], actions });
    expect(status).toBe(207);
    const notes = await admin.get<{ text: string }[]>(`/v1/conversations/${id}/notes`);
    expect(notes.body.map(({ text }) => text)).toContain("For Nora");
  });

  it("fills the variables of a template as those of a reply, and asks for what they ask for [W7]", async () => {
    const chat = await furnishedCompany("Templates", ["whatsapp"]);
    const api = await openApi(chat);
    const from = "5491166660077";
    const extra = { channelId: chat.given.whatsappChannelId, channel: "WHATSAPP", from };
    const { id } = await converse(api, chat, extra);
    const input = {
      templateId: Number(chat.given.templateId),
      variables: { "1": "{{contact.firstName|there}} {{ask:Day}}" },
    };
    const { body: macro } = await make(api, { name: "Remind", actions: [{ name: "template", input }] });
    const preview = await api.post<MacroPreview>(`${at(id, macro.id)}/preview`, { asked: { Day: "Monday" } });
    expect(preview.body.prompts).toEqual([{ label: "Day", fallback: "" }]);
    expect(preview.body.actions).toMatchObject([{ outcome: "done", text: "there Monday" }]);
    const unasked = await api.post<MacroRun>(at(id, macro.id), {});
    expect(unasked.body.actions[0]).toMatchObject({ outcome: "failed", why: { code: "validation_error" } });
    await api.post<MacroRun>(at(id, macro.id), { asked: { Day: "Monday" } });
    expect((await transcript(api, id)).at(-1)?.text).toMatch(/^Hello there Monday/);
  });

  it("runs once for one Idempotency-Key [W7]", async () => {
    const { id } = await converse(admin, company);
    const { body: macro } = await make(admin, {
      name: "Once",
      actions: [{ name: "note", input: { message: "Once" } }],
    });
    const key = { headers: { "idempotency-key": `macro-${id}` } };
    const first = await admin.post<MacroRun>(at(id, macro.id), {}, key);
    expect((await admin.post<MacroRun>(at(id, macro.id), {}, key)).body).toEqual(first.body);
    const notes = await admin.get<{ text: string }[]>(`/v1/conversations/${id}/notes`);
    expect(notes.body.filter(({ text }) => text === "Once")).toHaveLength(1);
  });
});
