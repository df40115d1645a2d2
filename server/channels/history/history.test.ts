import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { day, hour, minute } from "#server/base/clock.ts";
import { env } from "#server/config/env.ts";
import { countInbox } from "#server/conversations/list/inbox.ts";
import { systemPool } from "#server/db/system.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import type { MessageRow } from "#server/messages/row.ts";
import { openApi, openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { storeImage } from "#server/uploads/storing.ts";
import { updateChannel } from "../editing.ts";
import { fetchMissing } from "../media/fetching.ts";
import { addMedia } from "../simulator/graph-media.ts";
import { readImport, retryImport } from "./reading.ts";
import { requestHistory } from "./requesting.ts";
import { runImport, writeHistory } from "./running.ts";
import { nextImport, writeImport } from "./writing.ts";

let next = 5491150048000;

const company = await openCompany();
await runPlatform();
const api = await openApi(company);

beforeAll(async () => {
  await prepareJobs(env.databaseUrl ?? "");
});

type Past = {
  id: string;
  imported: boolean;
  status: string;
  createdAt: Date;
  contactId: string;
  lastVisitorSeq: number;
};
const seconds = (ago: number) => String(Math.floor((Date.now() - ago) / 1000));

/** A number with a phone app, two people it knows, and four messages with the first of them over 60 days. */
async function phone() {
  const line = await Line.open(company);
  const [peer, other, gone] = [String(++next), String(++next), String(++next)];
  const id = `wamid.${peer}`;
  const times = { t1: seconds(60 * day), t2: seconds(10 * day), t3: seconds(2 * hour), t4: seconds(hour) };
  const values = { peer, other, gone, id, ...times };
  const receive = (name: string, more = {}) => line.receive(name, { ...values, ...more });
  const write = () => writeHistory(line.actor, line.channelId);
  const job = () => readImport.execute(company.admin, { channelId: line.channelId });
  const threads = async (of = peer): Promise<(Past & { messages: MessageRow[] })[]> => {
    const { rows } = await systemPool().query<Past>(
      `select * from conversations where "channelId" = $1 and "visitorId" = $2 order by "createdAt"`,
      [line.channelId, of],
    );
    return Promise.all(rows.map(async (one) => ({ ...one, messages: await line.messages(one.id) })));
  };
  return { ...line, line, peer, other, id, times, receive, write, job, threads };
}

async function eventTypes(channelId: string): Promise<string[]> {
  const { rows } = await systemPool().query<{ type: string }>(
    `select distinct "type" from events where "channelId" = $1 and "type" not like 'channel/%' order by 1`,
    [channelId],
  );
  return rows.map(({ type }) => type);
}

describe("asking for the past", () => {
  it("is done once for contacts and history; what was asked for before is only waited for [found C14]", async () => {
    const { line, job } = await phone();
    const { channelId } = line;
    const ask = () => requestHistory.execute(company.admin, { channelId });
    expect([await ask(), await ask()]).toEqual([{ refusal: "" }, { refusal: "" }]);
    expect(await job()).toMatchObject({ state: "waiting" });
    await line.faults({ tokenRevoked: true });
    expect((await ask()).refusal).not.toBe("");
  });
});

describe("what a phone app shares of its past", () => {
  it("becomes messages with their own times and directions in a closed conversation, in whatever order the parts come [found C14]", async () => {
    const { receive, write, job, threads, line, peer, other, times } = await phone();
    await receive("history-recent");
    expect(await job()).toMatchObject({ state: "reading", progress: 40, messages: 0, waiting: 2 });
    await receive("history-older");
    await receive("history-older");
    await write();
    const [past, ...more] = await threads();
    expect(more).toEqual([]);
    expect(past).toMatchObject({ imported: true, status: "closed", lastVisitorSeq: 0 });
    const told = past?.messages.map(({ seq, fromType, text, status, createdAt }) => [
      seq,
      fromType,
      text,
      status,
      String(createdAt.getTime() / 1000),
    ]);
    expect(told).toEqual([
      [1, "visitor", "Hello, my brake squeaks", "sent", times.t1],
      [2, "visitor", "", "sent", times.t2],
      [3, "visitor", "Is it ready? 🚲", "sent", times.t3],
      [4, "user", "Your bike is ready: https://acme.example/pickup", "read", times.t4],
    ]);
    expect((await threads(other))[0]?.messages).toMatchObject([{ fromType: "user", status: "failed" }]);
    expect(await job()).toMatchObject({ state: "done", progress: 100, messages: 5, waiting: 0, failed: 0 });
    const shown = (await api.get<Record<string, unknown>>(`/v1/conversations/${past?.id}`)).body;
    expect(shown).toMatchObject({ imported: true, closed: true, assignedTo: "", visitorPhone: `+${peer}` });
    expect(new Date(String(shown.windowExpiresAt)).getTime()).toBe(Number(times.t3) * 1000 + day);
    expect((await line.journal()).map(({ status, kinds }) => [status, kinds.join()])).toEqual(
      Array.from({ length: 3 }, () => ["processed", "history"]),
    );
  });

  it("has no side effects: no bot, nothing unread, no assignee, no webhooks unless the channel is set to [found C14]", async () => {
    const before = await countInbox.execute(company.admin, {});
    const quiet = await phone();
    await quiet.receive("history-older");
    await quiet.receive("address-book");
    await quiet.write();
    const silent = ["contact/changed", "conversation/imported"];
    expect(await eventTypes(quiet.line.channelId)).toEqual(silent);
    expect(await countInbox.execute(company.admin, {})).toEqual({ ...before, closed: before.closed + 2 });
    const [past] = await quiet.threads();
    const hears = await systemPool().query(`select parley_bot_hears($1, $2) as "hears"`, [company.companyId, past?.id]);
    expect(hears.rows).toEqual([{ hears: false }]);

    const loud = await phone();
    const settings = { historyWebhooks: true };
    await updateChannel.execute(company.admin, { channelId: loud.line.channelId, settings });
    await loud.receive("history-older");
    await loud.write();
    expect(await eventTypes(loud.line.channelId)).toEqual(
      [
        ...silent.slice(1),
        "contact/created",
        "conversation/archived",
        "conversation/created",
        "conversation/message",
      ].sort(),
    );
    const { rows } = await systemPool().query<{ createdAt: Date }>(
      `select min("createdAt") as "createdAt" from events where "channelId" = $1 and "type" = 'conversation/message'`,
      [loud.line.channelId],
    );
    expect(String((rows[0]?.createdAt.getTime() ?? 0) / 1000)).toBe(loud.times.t1);
  });

  it("never meets what is said now: a live message has its own conversation, and comes once [found C14]", async () => {
    const { receive, write, line, peer, id, threads, times } = await phone();
    await receive("history-older");
    await write();
    await line.receive("text", { peer, id: `${id}.3`, text: "Is it ready? 🚲", seconds: times.t3 });
    await receive("history-recent");
    await write();
    const all = await threads();
    expect(all.map(({ imported, status }) => [imported, status])).toEqual([
      [true, "closed"],
      [false, "opened"],
    ]);
    expect(all[0]?.messages.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(all[1]?.messages.map(({ text }) => text)).toEqual(["Is it ready? 🚲"]);
    expect(new Set(all.map(({ contactId }) => contactId)).size).toBe(1);
    await api.post(`/v1/conversations/${all[0]?.id}/open`, {});
    expect((await threads())[0]).toMatchObject({ imported: false, status: "opened" });
  });

  it("goes on after a kill where it was, and parts that come late get a place of their own [found C14]", async () => {
    const { receive, write, line, threads, job } = await phone();
    await receive("history-recent");
    const { next: piece } = await nextImport.execute(line.actor, { channelId: line.channelId });
    expect(piece).toMatchObject({ kind: "message" });
    await runImport(line.actor, line.channelId);
    expect(await job()).toMatchObject({ messages: 0, waiting: 2 });
    await write();
    expect(await job()).toMatchObject({ state: "reading", progress: 40, messages: 2 });
    await receive("history-older");
    if (piece) await writeImport.execute(line.actor, { channelId: line.channelId, ...piece });
    await write();
    const all = await threads();
    expect(all.map(({ messages }) => messages.map(({ seq }) => seq))).toEqual([
      [1, 2],
      [1, 2],
    ]);
    const times = all.flatMap(({ messages }) => messages.map(({ createdAt }) => createdAt.getTime()));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(await job()).toMatchObject({ state: "done", messages: 5 });
  });

  it("brings files after their messages, and names from the address book [found C14]", async () => {
    const { receive, write, line, threads, peer, job } = await phone();
    await receive("address-book");
    await receive("history-older");
    await write();
    expect(await job()).toMatchObject({ state: "done", contacts: 2, messages: 3 });
    const bytes = await sharp({ create: { width: 20, height: 10, channels: 3, background: "#0a5" } })
      .png()
      .toBuffer();
    const { url } = await storeImage(line.actor, bytes);
    const { id: media, sha256 } = await line.within(() => addMedia(line.account, url));
    await receive("history-file", { media, sha256 });
    await systemPool().query(
      `update message_links set "fetchAt" = now() where "channelId" = $1 and "fetchAt" is not null`,
      [line.channelId],
    );
    await fetchMissing(line.actor, line.channelId);
    await write();
    const [past] = await threads();
    expect(past?.messages[1]).toMatchObject({ type: "image", text: "The brake", attachments: [{ width: 20 }] });
    expect(await job()).toMatchObject({ state: "done", messages: 3 });
    const { body } = await api.get<{ data: { name: string }[] }>(
      `/v1/contacts?phone=${encodeURIComponent(`+${peer}`)}`,
    );
    expect(body.data.map(({ name }) => name)).toEqual(["Pablo Morales"]);
  });

  it("says that the business did not share it, and what could not be written and why, to try again [found C14]", async () => {
    const declined = await phone();
    await declined.receive("history-declined");
    await declined.receive("address-book");
    await declined.write();
    expect(await declined.job()).toMatchObject({ state: "declined", code: 2593109, messages: 0, contacts: 2 });

    const broken = await phone();
    await broken.receive("history-older");
    const { channelId } = broken.line;
    const spoil = `update import_items set "data" = jsonb_set("data", '{status}', $2) where "channelId" = $1 and "person" = $3`;
    await systemPool().query(spoil, [channelId, '"nonsense"', broken.other]);
    await broken.write();
    expect(await broken.job()).toMatchObject({
      state: "failed",
      messages: 2,
      failed: 1,
      error: expect.stringMatching(/./),
    });
    await systemPool().query(spoil, [channelId, '"sent"', broken.other]);
    await retryImport.execute(company.admin, { channelId });
    await broken.write();
    expect(await broken.job()).toMatchObject({ state: "done", messages: 3, failed: 0 });
  });

  it("an account that embedded sign-up shared with the app waits for its past, visibly [found C14]", async () => {
    const { receive, job, line } = await phone();
    await receive("partner-added");
    expect(await job()).toMatchObject({ state: "waiting", messages: 0 });
    expect((await line.journal())[0]).toMatchObject({ status: "processed" });
    await receive("history-recent", { t3: seconds(minute) });
    expect(await job()).toMatchObject({ state: "reading", progress: 40 });
  });
});
