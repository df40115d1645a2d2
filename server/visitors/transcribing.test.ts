import { afterAll, beforeAll, expect, it } from "vitest";
import { openMailedCompany } from "#server/testing/mail-server.ts";

type Answer = { to: string; error?: string; details?: { field: string }[] };
type Mailed = Awaited<ReturnType<typeof openMailedCompany>>;

let mailed: Mailed;
let mails: Mailed["mails"];
let company: Mailed["company"];
let api: Mailed["api"];
let sendMail: Mailed["sendMail"];
let visitorOn: typeof import("#server/testing/visitor.ts").visitorOn;

beforeAll(async () => {
  mailed = await openMailedCompany("Asked", ["talk"]);
  ({ mails, company, api, sendMail } = mailed);
  ({ visitorOn } = await import("#server/testing/visitor.ts"));
});
afterAll(() => mailed.close());

/** A visitor with a conversation; with `email`, as they gave it before they wrote. */
async function talking(email?: string, channelId = company.given.channelId ?? "") {
  const visitor = await visitorOn(channelId);
  const message = { body: "My lamp flickers", clientMessageId: crypto.randomUUID() };
  const about = { message, ...(email ? { visitor: { email } } : {}) };
  const begun = await visitor.post<{ conversation: { id: string } }>("/conversations", about);
  const { id } = begun.body.conversation;
  const path = `/conversations/${id}/transcript`;
  return { visitor, id, path, ask: (body: unknown = {}) => visitor.post<Answer>(path, body) };
}

const told = (to: string) => mails.arrived.filter((mail) => mail.to.includes(to));
const address = () => `v${crypto.randomUUID().slice(0, 8)}@visitor.example`;

it("mails a visitor their conversation where they said before, and nothing of the team's own [P5]", async () => {
  const to = address();
  const { visitor, id, path, ask } = await talking(to);
  await api.post(`/v1/conversations/${id}/notes`, { message: "A thief, I think" });
  const { say } = await import("#server/testing/talking.ts");
  await say(api, id, "user", { body: "Turn the bulb", from: company.agent.id });
  await say(api, id, "user", { body: "Or send it back", from: "crm-operator-77" });
  expect((await visitor.get<Answer>(path)).body).toEqual({ sendsMail: true, to: "v•••@v•••.example" });
  expect((await visitor.get<{ transcripts: boolean }>("/config")).body.transcripts).toBe(true);
  const asked = await ask();
  expect([asked.status, asked.body]).toEqual([202, { outcome: "queued", to: "v•••@v•••.example" }]);
  await sendMail();
  const [mail] = told(to);
  for (const words of ["My lamp flickers", "Turn the bulb", "Or send it back"]) expect(mail?.text).toContain(words);
  const all = `${mail?.text} ${mail?.raw}`;
  expect(all).not.toMatch(/thief|operator|\/inbox\//);
  const { name, email } = (await api.get<{ name: string; email: string }>(`/v1/users/${company.agent.id}`)).body;
  expect(all).not.toContain(email);
  expect(all).not.toContain(name.split(" ")[1]);
});

it("takes an address only where none is known, and keeps it as what the visitor gave", async () => {
  const { visitor, id, path, ask } = await talking();
  const to = address();
  expect((await visitor.get<Answer>(path)).body).toEqual({ sendsMail: true, to: "" });
  const bare = await ask();
  expect([bare.status, bare.body.details?.[0]?.field]).toEqual([400, "email"]);
  for (const email of ["no address", "a@b.example, c@d.example", "a@b.example\r\nBcc: c@d.example", 7, { to }])
    expect((await ask({ email })).status, JSON.stringify(email)).toBe(400);
  expect((await ask({ email: to })).status).toBe(202);
  expect((await api.get<{ visitorEmail: string }>(`/v1/conversations/${id}`)).body.visitorEmail).toBe(to);
  expect((await ask({ email: "victim@elsewhere.example" })).status).toBe(409);
  expect((await ask({ to: "victim@elsewhere.example" })).status).toBe(202);
  await sendMail();
  expect(told("victim@elsewhere.example")).toEqual([]);
  expect(told(to)).toHaveLength(2);
});

it("goes nowhere near the contact that a typed address belongs to", async () => {
  const contact = { name: "Rita Real", email: address(), websiteId: company.given.channelId };
  const { id: contactId } = (await api.post<{ id: string }>("/v1/contacts", contact)).body;
  const typed = address();
  const { id, ask } = await talking(typed);
  const { systemPool } = await import("#server/db/system.ts");
  const link = (how: string) =>
    systemPool().query(`update conversations set "contactId" = $2, "contactLink" = $3 where "id" = $1`, [
      ...[id, contactId, how],
    ]);
  await link("claimed");
  await ask();
  await link("confirmed");
  await ask();
  await sendMail();
  await sendMail();
  expect(told(typed)).toHaveLength(1);
  expect(told(contact.email)).toHaveLength(1);
});

it("is for the visitor's own conversation alone", async () => {
  const { path, id } = await talking(address());
  const other = await talking(address());
  expect((await other.visitor.get(path)).status).toBe(404);
  expect((await other.visitor.post(path, {})).status).toBe(404);
  expect((await other.visitor.post(path, { email: address() })).status).toBe(404);
  const { side, base, address: network } = other.visitor;
  expect((await side.post(`${base}${path}`, {}, { address: network })).status).toBe(401);
  const { freshCompany } = await import("#server/testing/company.ts");
  const foreign = await freshCompany("Foreign", ["talk"]);
  const stranger = await talking(address(), foreign.given.channelId ?? "");
  expect((await stranger.visitor.post(`/conversations/${id}/transcript`, {})).status).toBe(404);
});

it("is asked for three times an hour, and one address is not flooded from many conversations", async () => {
  const to = address();
  const first = await talking(to);
  const tries = [];
  for (let time = 0; time < 4; time += 1) tries.push((await first.ask()).status);
  expect(tries).toEqual([202, 202, 202, 429]);
  const second = await talking(to.toUpperCase());
  const third = await talking(to);
  const more = [await second.ask(), await second.ask(), await third.ask()];
  expect(more.map(({ status }) => status)).toEqual([202, 202, 429]);
  expect((await talking(address()).then(({ ask }) => ask())).status).toBe(202);
  // The team may still send it.
  expect((await api.post(`/v1/conversations/${first.id}/transcript`, {})).status).toBe(202);
});
