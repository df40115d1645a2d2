import { afterEach, describe, expect, it } from "vitest";
import { hour, shiftClock } from "#server/base/clock.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { eventsDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread, say } from "#server/testing/talking.ts";
import { closeIdle } from "../closing.ts";
import { listIdle, sweepInactive } from "./sweeping.ts";

const company = await openCompany();
const api = await openApi(company);
afterEach(() => shiftClock(0));

const sweep = () => sweepInactive.execute(systemActor(company.companyId), {});

describe("inactivity (E3)", () => {
  it("begins after 24 hours without a message, counted from the creation where there is none", async () => {
    const silent = await converse(api, company);
    shiftClock(12 * hour);
    const talking = await converse(api, company);
    await say(api, talking.id, "visitor");
    shiftClock(24 * hour + 1000);
    const events = await eventsDuring(company, sweep);
    const mine = events.filter((event) => event.conversationId === silent.id);
    expect(mine.map((event) => [event.type, event.data.changes])).toEqual([
      ["conversation/updated", { status: { before: "opened", after: "inactive" } }],
    ]);
    expect(events.some((event) => event.conversationId === talking.id)).toBe(false);
    expect(await reread(api, silent.id)).toMatchObject({ status: "ACTIVE", state: "inactive", closed: false });
    expect((await sweep()).swept).toBe(0);
  });

  it.each(["visitor", "user", "robot"] as const)("ends with any message: from %s", async (fromType) => {
    const { id } = await converse(api, company);
    shiftClock(25 * hour);
    await sweep();
    const events = await eventsDuring(company, () => say(api, id, fromType));
    expect(events.map((event) => event.data.changes)).toContainEqual({
      status: { before: "inactive", after: "opened" },
    });
    expect((await reread(api, id)).state).toBe("opened");
  });

  it("is no state that opening ends: a repeat without a change (E5)", async () => {
    const { id } = await converse(api, company);
    shiftClock(25 * hour);
    await sweep();
    const events = await eventsDuring(company, () => api.post(`/v1/conversations/${id}/open`, {}));
    expect(events).toEqual([]);
    expect((await reread(api, id)).state).toBe("inactive");
  });

  it("leaves closed conversations closed", async () => {
    const { id } = await converse(api, company);
    await api.post(`/v1/conversations/${id}/close`, { isLead: false });
    shiftClock(48 * hour);
    await sweep();
    expect((await reread(api, id)).state).toBe("closed");
  });
});

describe("close_conversation_after (E3)", () => {
  const setting = (minutes: number) =>
    systemPool().query(
      `update chatbots set "settings" = "settings" || jsonb_build_object('close_conversation_after', $2::numeric) where "companyId" = $1`,
      [company.companyId, minutes],
    );
  const idle = async () =>
    (await listIdle.execute(systemActor(company.companyId), { limit: 500 })).idle.map(
      ({ conversationId }) => conversationId,
    );

  it("never closes by default", async () => {
    await converse(api, company);
    shiftClock(1000 * hour);
    expect(await idle()).toEqual([]);
  });

  it("closes what was silent for so many minutes, as the system, telling conversation/archived", async () => {
    const { id } = await converse(api, company);
    await setting(30);
    shiftClock(29 * 60_000);
    expect(await idle()).not.toContain(id);
    shiftClock(31 * 60_000);
    expect(await idle()).toContain(id);
    const events = await eventsDuring(company, () =>
      closeIdle.execute(systemActor(company.companyId), { conversationId: id }),
    );
    expect(events.map((event) => event.type)).toEqual(["conversation/archived"]);
    expect(events[0]?.data).toMatchObject({ closedBy: "system", isLead: null });
    await setting(0);
  });

  it("counts parts of a minute, and closes nothing at once for them", async () => {
    const { id } = await converse(api, company);
    await setting(0.4);
    shiftClock(20_000);
    expect(await idle()).not.toContain(id);
    shiftClock(30_000);
    expect(await idle()).toContain(id);
    await setting(0);
  });

  it("looks again under the lock: what was said meanwhile keeps it open", async () => {
    const answered = await converse(api, company);
    await setting(30);
    shiftClock(2 * hour);
    expect(await idle()).toContain(answered.id);
    await say(api, answered.id, "visitor");
    const look = async (id: string) => {
      await closeIdle.execute(systemActor(company.companyId), { conversationId: id, ifIdle: true });
      return (await reread(api, id)).state;
    };
    expect(await look(answered.id)).toBe("opened");
    // Nobody has forgotten it: a message waits for its time.
    const path = `/v1/conversations/${answered.id}/scheduled-messages`;
    const sendAt = new Date(Date.now() + 20 * hour).toISOString();
    const { body } = await api.post<{ id: string }>(path, { sendAt, message: "Until tomorrow", cancelIf: ["closed"] });
    shiftClock(3 * hour);
    expect(await look(answered.id)).toBe("opened");
    await api.delete(`${path}/${body.id}`);
    expect(await look(answered.id)).toBe("closed");
    await setting(0);
  });
});
