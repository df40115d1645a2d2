import { afterAll, beforeAll, expect, it } from "vitest";
import { openMailedCompany } from "#server/testing/mail-server.ts";

type Sent = { outcome: string; to: string; messages: number; error?: string };
type Mailed = Awaited<ReturnType<typeof openMailedCompany>>;

let mailed: Mailed;
let mails: Mailed["mails"];
let company: Mailed["company"];
let api: Mailed["api"];
let sendMail: Mailed["sendMail"];
let talk: typeof import("#server/testing/talking.ts");

beforeAll(async () => {
  mailed = await openMailedCompany("Transcripts");
  ({ mails, company, api, sendMail } = mailed);
  talk = await import("#server/testing/talking.ts");
});
afterAll(() => mailed.close());

async function conversation() {
  const { id } = await talk.converse(api, company, { from: `visitor-${crypto.randomUUID()}` });
  await api.patch(`/v1/conversations/${id}`, { visitorEmail: "vera@visitor.example" });
  await talk.say(api, id, "visitor", { body: "My order never came" });
  await api.post(`/v1/conversations/${id}/notes`, { message: "A thief, I think" });
  await talk.say(api, id, "user", { body: "We send it again", from: company.agent.id });
  return { id, path: `/v1/conversations/${id}/transcript` };
}

const told = (to: string) => mails.arrived.filter((mail) => mail.to.includes(to));

it("mails what the visitor has seen to the address that is known, without notes and system lines [P5]", async () => {
  const { path } = await conversation();
  const { status, body } = await api.post<Sent>(path, {});
  expect([status, body.outcome, body.to, body.messages]).toEqual([202, "queued", "vera@visitor.example", 2]);
  await sendMail();
  const [mail] = told("vera@visitor.example");
  expect(mail?.subject).toContain("Transcripts");
  expect(mail?.text).toContain("My order never came");
  expect(mail?.text).toContain("We send it again");
  expect(`${mail?.text} ${mail?.raw}`).not.toMatch(/thief|intervened|bot_paused|\/inbox\//);
});

it("mails it once for a key, to the address that is named, and notes who did it", async () => {
  const { id, path } = await conversation();
  const key = { headers: { "Idempotency-Key": "transcript-1" } };
  const first = await api.post<Sent>(path, { to: "boss@example.com" }, key);
  const second = await api.post<Sent>(path, { to: "boss@example.com" }, key);
  expect([first.body, second.body].map(({ to }) => to)).toEqual(["boss@example.com", "boss@example.com"]);
  await sendMail();
  await sendMail();
  expect(told("boss@example.com")).toHaveLength(1);
  const { eventsOf } = await import("#server/testing/events.ts");
  const noted = (await eventsOf(company)).filter(({ type }) => type === "export/made").map((deed) => deed.data);
  expect(noted).toContainEqual({ id, what: "transcript", filters: {} });
  expect(JSON.stringify(noted)).not.toContain("boss@example.com");
});

it("refuses what is no address, where none is known, nothing was said, and more than five an hour", async () => {
  const { id, path } = await conversation();
  expect((await api.post<Sent>(path, { to: "no address" })).status).toBe(400);
  await api.patch(`/v1/conversations/${id}`, { visitorEmail: "" });
  expect((await api.post<{ details?: { field: string }[] }>(path, {})).body.details?.[0]?.field).toBe("to");
  for (let time = 0; time < 5; time += 1)
    expect((await api.post<Sent>(path, { to: "five@example.com" })).status).toBe(202);
  expect((await api.post<Sent>(path, { to: "five@example.com" })).status).toBe(429);
  expect((await api.post<Sent>(`/v1/conversations/${company.companyId}/transcript`, {})).status).toBe(404);
  const reader = await (await import("#server/testing/fixture.ts")).openApi(company, ["clients_read"]);
  expect((await reader.post(path, {})).status).toBe(403);
});

it("hides in it what is hidden from who sends it", async () => {
  const { personWith } = await import("#server/testing/roles.ts");
  const { openApi } = await import("#server/testing/fixture.ts");
  const permissions = ["clients_read", "chat_talk"] as const;
  const person = await personWith(company, { name: "Masked", permissions: [...permissions], maskedFields: ["email"] });
  const theirs = await openApi(company, permissions, person);
  const { id, path } = await conversation();
  await talk.say(api, id, "visitor", { body: "Write to vera@visitor.example" });
  expect((await theirs.post<Sent>(path, {})).body.to).toBe("v•••@v•••.example");
  await theirs.post<Sent>(path, { to: "masked@example.com" });
  await sendMail();
  await sendMail();
  const [mail] = told("masked@example.com");
  expect(mail?.text).toContain("Write to v•••@v•••.example");
  expect(mail?.text).not.toContain("vera@visitor");
});

it("keeps no address of a conversation that was deleted, and what is on its way still leaves", async () => {
  const { forgetMailed } = await import("#server/mail/forgetting.ts");
  const { systemActor } = await import("#server/core/actor.ts");
  const { systemPool } = await import("#server/db/system.ts");
  const { id, path } = await conversation();
  await api.post<Sent>(path, { to: "forgotten@example.com" });
  const forget = () => forgetMailed.execute(systemActor(company.companyId), { id });
  expect(await forget()).toEqual({ pending: 1 });
  await sendMail();
  expect(told("forgotten@example.com")).toHaveLength(1);
  expect(await forget()).toEqual({ pending: 0 });
  const { rows } = await systemPool().query(`select from mails where "recipient" like 'forgotten%'`);
  expect(rows).toEqual([]);
});
