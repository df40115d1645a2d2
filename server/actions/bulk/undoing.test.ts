import { describe, expect, it } from "vitest";
import { minute, second, shiftClock } from "#server/base/clock.ts";
import { addNote } from "#server/conversations/noting/noting.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import type { Phase } from "#server/phases/schema.ts";
import { listWaiting } from "#server/reports/live.ts";
import { recompute } from "#server/reports/recomputing.ts";
import { app } from "#server/rest/app.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";
import { converse, reread, say, transcript } from "#server/testing/talking.ts";
import { lastingActions } from "../choices.ts";
import type { BulkAnswer, Job } from "./schema.ts";
import { workOnJob } from "./working.ts";

const company = await openCompany("Acme", ["talk"]);
const api = await openApi(company);

const did = async (ids: readonly string[], actions: readonly object[], as = api) =>
  (await as.post<BulkAnswer>("/v1/conversations/bulk", { ids, actions })).body;
const undo = async ({ jobId }: { jobId: string }) => (await api.post<BulkAnswer>(`/v1/jobs/${jobId}/undo`, {})).body;
const outcomes = ({ results }: BulkAnswer) => results?.[0]?.actions.map(({ name, outcome }) => [name, outcome]);
const tag = (name: string) => ({ name: "tag_add", input: { tag: name } });
const begun = async () => {
  const { id } = await converse(api, company);
  await say(api, id, "visitor");
  return id;
};
const took = (tags: readonly string[]) => tags.filter((one) => one.endsWith("_intervened")).sort();

describe("undo of actions among which somebody was answered", () => {
  it("leaves it answered, and out of the bot's hands [W4, W7]", async () => {
    const id = await begun();
    expect((await reread(api, id)).waitingSince).not.toBeNull();
    const job = await did([id], [{ name: "reply", input: { body: "Here you are" } }, tag("solved")]);
    await undo(job);
    const after = await reread(api, id);
    expect(after).toMatchObject({ waitingSince: null, chatbotState: "OFF", operatorTags: [] });
    expect(took(after.tags as string[])).toEqual(["is_intervened", "was_intervened"]);
    expect((await transcript(api, id)).filter(({ text }) => text === "Here you are")).toHaveLength(1);
  });

  it("opens it as it was after the answer, where it was closed with it [W4, W7]", async () => {
    const id = await begun();
    await undo(
      await did(
        [id],
        [
          { name: "reply", input: { body: "Bye" } },
          { name: "close", input: { isLead: false } },
        ],
      ),
    );
    const after = await reread(api, id);
    expect(after).toMatchObject({ status: "ACTIVE", waitingSince: null, chatbotState: "OFF" });
    expect([...(after.tags as string[])].sort()).toEqual(["is_intervened", "was_intervened"]);
  });

  it("takes tags back, and leaves the bot off, where a person has written since [W4]", async () => {
    const id = await begun();
    const job = await did([id], [tag("since"), { name: "bot_off" }]);
    await say(api, id, "user", { from: company.agent.id });
    expect(outcomes(await undo(job))).toEqual([
      ["tags", "done"],
      ["bot", "skipped"],
    ]);
    const after = await reread(api, id);
    expect(after).toMatchObject({ chatbotState: "OFF", operatorTags: [] });
    expect(took(after.tags as string[])).toEqual(["is_intervened", "was_intervened"]);
  });

  it("gives back what the bot's return and the closing took away [W4]", async () => {
    const id = await begun();
    await say(api, id, "user", { from: company.agent.id });
    await say(api, id, "visitor");
    const before = await reread(api, id);
    await undo(await did([id], [{ name: "bot_on" }]));
    await undo(await did([id], [{ name: "close", input: { isLead: false } }]));
    const { tags, waitingSince, chatbotState } = await reread(api, id);
    expect([[...(tags as string[])].sort(), waitingSince, chatbotState]).toEqual([
      [...(before.tags as string[])].sort(),
      before.waitingSince,
      "OFF",
    ]);
  });
});

describe("an undo", () => {
  it("restores what it can, and says what it cannot and why [W1, W4]", async () => {
    const { body: gone } = await api.post<Phase>("/v1/phases", { name: "Gone soon", type: "progress" });
    const id = await begun();
    await api.patch(`/v1/conversations/${id}/phases/${gone.id}`);
    const job = await did(
      [id],
      [
        { name: "phase", input: { phaseId: company.given.phaseId } },
        tag("bulk"),
        { name: "priority", input: { priority: "high" } },
        { name: "assign", input: { assignedTo: company.agent.id } },
      ],
    );
    expect((await api.delete(`/v1/phases/${gone.id}`)).status).toBe(200);
    const undone = await undo(job);
    expect(undone.results?.[0]).toMatchObject({ outcome: "failed", status: 404, error: { error: "not_found" } });
    expect(outcomes(undone)).toEqual([
      ["priority", "done"],
      ["tags", "done"],
      ["assignee", "done"],
      ["phase", "failed"],
    ]);
    const after = await reread(api, id);
    expect(after).toMatchObject({ priority: "none", operatorTags: [], assignedTo: "", phaseId: company.given.phaseId });
  });

  it("brings back what waited for its time, and only what this closing took back [W8]", async () => {
    const id = await begun();
    const path = `/v1/conversations/${id}/scheduled-messages`;
    const waiting = async () =>
      (await api.get<{ text: string; error: string }[]>(path)).body.map(({ text, error }) => [text, error]);
    const schedule = (text: string, inMs: number) =>
      api.post(path, { sendAt: new Date(Date.now() + inMs).toISOString(), message: text, cancelIf: ["closed"] });
    const closing = () => did([id], [{ name: "close", input: { isLead: false } }]);
    await schedule("Before", 2 * minute * 60);
    await closing();
    await api.post(`/v1/conversations/${id}/open`, {});
    await schedule("Soon", 20 * minute);
    await schedule("Tomorrow", 24 * 60 * minute);
    const job = await closing();
    expect(await waiting()).toEqual([]);
    shiftClock(30 * minute);
    await undo(job);
    expect(await waiting()).toEqual([
      ["Soon", "conversation_closed"],
      ["Tomorrow", ""],
    ]);
    shiftClock(0);
  });

  it("asks no visitor what they think where it closes again what was opened [W4]", async () => {
    await api.patch("/v1/csat-settings", { enabled: true, delayMinutes: 0 });
    const id = await begun();
    await say(api, id, "user", { from: company.agent.id });
    await api.post(`/v1/conversations/${id}/close`, { isLead: false });
    await systemPool().query(`delete from csat_responses where "conversationId" = $1`, [id]);
    await undo(await did([id], [{ name: "open" }]));
    expect((await reread(api, id)).status).toBe("CLOSED");
    const asked = await systemPool().query(`select 1 from csat_responses where "conversationId" = $1`, [id]);
    expect(asked.rows).toEqual([]);
    await api.patch("/v1/csat-settings", { enabled: false });
  });

  it("of a closing gives mentioned people their sight back [W3, W4]", async () => {
    const id = await begun();
    const theirs = await openApi(company, ["clients_read_assigned", "chat_talk"], company.agent);
    await api.post(`/v1/conversations/${id}/assign`, { assignedTo: company.otherAgent.id });
    await addNote.execute(company.admin, { conversationId: id, message: "Look", mentions: [company.agent.id] });
    const seen = async () => (await theirs.get(`/v1/conversations/${id}`)).status;
    const job = await did([id], [{ name: "close", input: { isLead: false } }]);
    expect(await seen()).toBe(404);
    await undo(job);
    expect(await seen()).toBe(200);
  });

  it("gives nobody their sight back after a minute, and still does within it [W4, W11] [sec 9]", async () => {
    const theirs = await openApi(
      company,
      ["clients_read_assigned", "clients_write_assigned", "chat_talk"],
      company.agent,
    );
    const away = async () => {
      const ids = [await begun(), await begun()];
      for (const id of ids) await api.post(`/v1/conversations/${id}/assign`, { assignedTo: company.agent.id });
      const job = await did(ids, [{ name: "assign", input: { assignedTo: company.otherAgent.id } }], theirs);
      return { ids, job };
    };
    const seen = async (ids: readonly string[]) =>
      Promise.all(ids.map(async (id) => (await theirs.get(`/v1/conversations/${id}`)).status));
    const back = async ({ jobId }: BulkAnswer) => {
      const { body } = await theirs.post<BulkAnswer>(`/v1/jobs/${jobId}/undo`, {});
      return body.results?.map(({ outcome, status }) => [outcome, status]);
    };
    const soon = await away();
    expect(await seen(soon.ids)).toEqual([404, 404]);
    shiftClock(50 * second);
    expect((await back(soon.job))?.[0]).toEqual(["done", 200]);
    expect((await seen(soon.ids))[0]).toBe(200);
    shiftClock(0);
    const late = await away();
    await api.post(`/v1/conversations/${late.ids[1]}/assign`, { assignedTo: company.agent.id });
    shiftClock(2 * minute);
    expect((await back(late.job))?.[0]).toEqual(["failed", 404]);
    expect(await seen(late.ids)).toEqual([404, 200]);
    const tagged = await did([late.ids[1] ?? ""], [tag("mine")], theirs);
    shiftClock(5 * minute);
    expect(await back(tagged)).toEqual([["done", 200]]);
    shiftClock(0);
  });

  it("of a closing lets the visitor wait on: for service levels and in reports from when they began to [R2, S1, W4]", async () => {
    const { body: policy } = await api.post<{ id: string }>("/v1/sla-policies", {
      ...{ name: "Level", firstResponse: 3600, nextResponse: 3600, resolution: 7200 },
    });
    const id = await begun();
    await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
    await say(api, id, "user", { from: company.agent.id });
    await say(api, id, "visitor", { body: "And when?" });
    const before = await reread(api, id);
    expect(before.sla?.clocks.map(({ kind, state }) => [kind, state])).toEqual([
      ["resolution", "running"],
      ["next_response", "running"],
    ]);
    const job = await did([id], [{ name: "close", input: { isLead: false } }]);
    await undo(job);
    const after = await reread(api, id);
    expect(after.waitingSince).toBe(before.waitingSince);
    expect(after.sla).toEqual(before.sla);
    const { data } = await listWaiting.execute(company.admin, { limit: 100 });
    expect(data).toContainEqual(expect.objectContaining({ conversationId: id, since: before.waitingSince }));
    await api.delete(`/v1/sla-policies/${policy.id}`);
  });

  it("of a closing leaves no figure of it, nor of its opening, also computed anew [R2, W4]", async () => {
    const { body: policy } = await api.post<{ id: string }>("/v1/sla-policies", { name: "Level", resolution: 7200 });
    const id = await begun();
    await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
    await api.post(`/v1/conversations/${id}/assign`, { assignedTo: company.agent.id });
    await say(api, id, "user", { from: company.agent.id });
    await say(api, id, "visitor", { body: "And when?" });
    const measured = async () => {
      const all = [company.companyId, id];
      const facts = await systemPool().query(
        `select * from report_facts where "companyId" = $1 and "conversationId" = $2 order by "eventId", "metric"`,
        all,
      );
      const states = await systemPool().query(
        `select * from report_states where "companyId" = $1 and "conversationId" = $2`,
        all,
      );
      return [...facts.rows, ...states.rows];
    };
    const before = await measured();
    const close = { name: "close", input: { isLead: false } };
    await undo(await did([id], [close]));
    expect(await measured()).toEqual(before);
    await undo(await did([id], [tag("Bulk"), close]));
    await api.post(`/v1/conversations/${id}/close`, { isLead: false });
    const closed = await measured();
    expect(
      closed.filter(({ metric }) => ["resolution", "waiting", "reopened", "sla_met"].includes(metric)),
    ).toHaveLength(3);
    await recompute(company.companyId);
    expect(await measured()).toEqual(closed);
    await api.delete(`/v1/sla-policies/${policy.id}`);
  });

  it("of a move gives back why the deal was lost, on the card and in reports [W4]", async () => {
    const id = await begun();
    await api.patch(`/v1/conversations/${id}`, { lostReason: "Too expensive" });
    await undo(await did([id], [{ name: "phase", input: { phaseId: company.given.emptyPhaseId } }]));
    expect(await reread(api, id)).toMatchObject({ lostReason: "Too expensive" });
  });

  it("has failed where who asked for it is no longer there [W1, W4]", async () => {
    const ids = [];
    for (let index = 0; index < 101; index += 1) ids.push((await converse(api, company)).id);
    const token = await company.token(["admin"], company.supervisor);
    const theirs = http(app, token.secret);
    const work = async (jobId: string) => {
      while ((await workOnJob.execute(systemActor(company.companyId), { jobId, atMost: 100 })).more);
    };
    const job = await did(ids, [tag("many")], theirs);
    await work(job.jobId);
    const { jobId } = (await theirs.post<BulkAnswer>(`/v1/jobs/${job.jobId}/undo`, {})).body;
    await systemPool().query(`update api_tokens set "revokedAt" = now() where "id" = $1`, [token.actor.id]);
    await work(jobId);
    const { body } = await api.get<object>(`/v1/jobs/${jobId}?limit=1`);
    expect(body).toMatchObject({
      failed: 101,
      skipped: 0,
      results: [{ outcome: "failed", status: 401, actions: [{ name: "undo", outcome: "failed" }] }],
    });
  });

  it("puts nothing off that is closed or went into another, nor until a time that has come [W4]", async () => {
    const until = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString();
    const putOff = async (id: string, minutes = 60) => {
      expect((await api.post(`/v1/conversations/${id}/snooze`, { until: until(minutes) })).status).toBe(200);
      return id;
    };
    const back = (id: string) => did([id], [{ name: "unsnooze", input: {} }]);
    const state = async (id: string) => (await reread(api, id)).snoozedUntil;

    const closed = await putOff(await begun());
    const ofClosed = await back(closed);
    await api.post(`/v1/conversations/${closed}/close`, { isLead: false });
    expect(outcomes(await undo(ofClosed))).toEqual([["snooze", "skipped"]]);
    expect(await state(closed)).toBeNull();

    const late = await putOff(await begun(), 1);
    const ofLate = await back(late);
    const later = await putOff(await begun(), 1);
    const ofLater = await did([later], [{ name: "snooze", input: { until: until(60) } }]);
    shiftClock(2 * minute);
    const undone = [await undo(ofLate), await undo(ofLater)].map(outcomes);
    shiftClock(0);
    expect(undone).toEqual([[["snooze", "skipped"]], [["snooze", "done"]]]);
    expect([await state(late), await state(later)]).toEqual([null, null]);

    const still = await putOff(await begun());
    expect(outcomes(await undo(await back(still)))).toEqual([["snooze", "done"]]);
    expect(await state(still)).not.toBeNull();
    // Closing ends it, and taking the closing back begins it again.
    await undo(await did([still], [{ name: "close", input: { isLead: false } }]));
    expect(await state(still)).not.toBeNull();
  });
});

describe("what lasts", () => {
  const jobOf = async (action: object) =>
    (await api.get<Job>(`/v1/jobs/${(await did([await begun()], [action])).jobId}`)).body;

  it("is nothing that an undo of it alone would take back, as the screens say it [W4, W7]", async () => {
    for (const [name, input] of Object.entries({
      note: { message: "Called back" },
      task_create: { title: "Call again" },
    })) {
      expect(lastingActions).toContain(name);
      expect((await jobOf({ name, input })).undoable, name).toBe(false);
    }
    for (const action of [tag("vip"), { name: "priority", input: { priority: "high" } }]) {
      expect(lastingActions).not.toContain(action.name);
      expect((await jobOf(action)).undoable, action.name).toBe(true);
    }
  });
});
