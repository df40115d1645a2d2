import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { systemPool } from "#server/db/system.ts";
import type { Notification } from "#server/notifications/schema.ts";
import type { Task } from "#server/tasks/schema.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { spawnBot, untilLeading } from "#server/testing/processes/bot-spawning.ts";
import { until } from "#server/testing/sockets.ts";
import { converse, lines, reread, say, transcript } from "#server/testing/talking.ts";

/** A deed of the leader is stopped before its next write to a table, and its process or its connection ends there. */
const company = await openCompany("Stopped", ["whatsapp"]);
const api = await openApi(company);
const url = env.databaseUrl ?? "";
/** The table is held by then, also on a busy machine. */
const dueMs = 5000;
const waitMs = 60_000;

type Bot = ReturnType<typeof spawnBot>;
/** The one that works now: it takes a while to start, so the next case goes on with it. */
let running: Bot | undefined;
afterAll(() => running?.process.kill("SIGKILL"));

async function working(): Promise<Bot> {
  const bot = running ?? spawnBot(url);
  running = bot;
  await untilLeading(bot);
  return bot;
}

/** Nobody writes to the table meanwhile; tells who waits for that, and lets go. */
async function stand(table: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`begin; lock table "${table}" in share mode`);
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const own = rows[0]?.pid ?? 0;
  const waiting = async () => {
    const text = "select pid from pg_stat_activity where $1::int = any(pg_blocking_pids(pid))";
    return (await systemPool().query<{ pid: number }>(text, [own])).rows.map(({ pid }) => pid);
  };
  return {
    waiting,
    cut: async () => {
      for (const pid of await waiting()) await client.query("select pg_terminate_backend($1)", [pid]);
    },
    leave: () => client.end(),
  };
}

type Case = readonly [table: string, fault: (typeof faults)[number]];
const faults = ["its process is killed", "its connection is cut"] as const;

/** What `arrange` makes due is stopped before it writes to the table; a process that is killed has done nothing of it. */
async function stopAt([table, fault]: Case, arrange: () => Promise<unknown>, isUndone: () => Promise<void>) {
  const bot = await working();
  await arrange();
  const stood = await stand(table);
  await until(async () => (await stood.waiting()).length > 0, "the deed at the table", waitMs);
  const stopped = await stood.waiting();
  if (fault === "its connection is cut") {
    await stood.cut();
    return stood.leave();
  }
  bot.process.kill("SIGKILL");
  running = undefined;
  await stood.leave();
  // A backend whose client is gone notices it at its next word.
  await until(async () => {
    const text = "select 1 from pg_stat_activity where pid = any($1::int[]) and xact_start is not null";
    return (await systemPool().query(text, [stopped])).rows.length === 0;
  });
  await isUndone();
  await working();
}

const due = () => new Date(Date.now() + dueMs).toISOString();
const cases = (...tables: string[]) => tables.flatMap((table) => faults.map((fault) => [table, fault] as const));

it.each(cases("conversations", "messages", "scheduled_messages", "events"))(
  "a scheduled message leaves once, although before writing to %s %s [W8]",
  async (...at) => {
    const { id } = await converse(api, company);
    const path = `/v1/conversations/${id}/scheduled-messages`;
    const arrange = () => api.post(path, { sendAt: due(), message: { body: "At its time" } });
    const said = async () => (await transcript(api, id)).filter(({ text }) => text === "At its time").length;
    const waiting = async () => (await api.get<unknown[]>(path)).body.length;
    await stopAt(at, arrange, async () => expect([await said(), await waiting()]).toEqual([0, 1]));
    await until(async () => (await waiting()) === 0, "the message", waitMs);
    expect(await said()).toBe(1);
  },
  180_000,
);

it.each(cases("conversations", "messages", "events"))(
  "a snooze ends once and says why, although before writing to %s %s [W8]",
  async (...at) => {
    const { id } = await converse(api, company);
    const arrange = () => api.post(`/v1/conversations/${id}/snooze`, { until: due() });
    const ended = async () => lines(await transcript(api, id)).filter((line) => line === "/unsnoozed").length;
    const isUndone = async () => {
      expect(await ended()).toBe(0);
      expect((await reread(api, id)).snoozedUntil).not.toBeNull();
    };
    await stopAt(at, arrange, isUndone);
    await until(async () => (await reread(api, id)).snoozedUntil === null, "its end", waitMs);
    expect(await ended()).toBe(1);
    const { rows } = await systemPool().query(
      `select 1 from events where "conversationId" = $1 and "type" = 'conversation/unsnoozed'`,
      [id],
    );
    expect(rows).toHaveLength(1);
  },
  180_000,
);

it.each(cases("tasks", "events"))(
  "a window that closed by then leaves one task and one notification, although before writing to %s %s [W8]",
  async (...at) => {
    const from = `54911${String(Date.now()).slice(-8)}`;
    const extra = { channelId: company.given.whatsappChannelId, channel: "WHATSAPP", from };
    const { id } = await converse(api, company, extra);
    await say(api, id, "visitor", { from });
    const path = `/v1/conversations/${id}/scheduled-messages`;
    const arrange = async () => {
      await api.post(path, { sendAt: due(), message: { body: "Too late" } });
      await systemPool().query(
        `update conversations set "lastVisitorMessageAt" = now() - interval '25 hours',
           "createdAt" = now() - interval '26 hours' where "id" = $1`,
        [id],
      );
    };
    const errors = async () => (await api.get<{ error: string }[]>(path)).body.map(({ error }) => error);
    const tasks = async () => (await api.get<{ data: Task[] }>(`/v1/tasks?conversationId=${id}`)).body.data;
    await stopAt(at, arrange, async () => expect([await errors(), await tasks()]).toEqual([[""], []]));
    await until(async () => (await errors())[0] !== "", "the refusal", waitMs);
    expect(await errors()).toEqual(["messaging_window_closed"]);
    expect(await tasks()).toHaveLength(1);
    const { rows } = await systemPool().query<Pick<Notification, "kind">>(
      `select "kind" from notifications where "conversationId" = $1 and "userId" = $2 and "kind" <> 'unassigned_new'`,
      [id, company.admin.id],
    );
    expect(rows).toHaveLength(1);
  },
  180_000,
);
