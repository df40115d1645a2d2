import { createHmac } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { furnishedCompany, type TestCompany } from "#server/testing/company.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { createChannel } from "../creating.ts";
import { listInbound, readInbound, reprocessInbound } from "../journal/journal.ts";
import { appSecretOf, type SimulatedAccount, simulatedAccount, simulatedCredentials } from "../simulator/accounts.ts";
import { escapedJson } from "../simulator/calling-back.ts";
import { processInbound } from "./processing.ts";

let account: SimulatedAccount;
let foreign: SimulatedAccount;

async function number(of: TestCompany): Promise<SimulatedAccount> {
  const { id } = await createChannel.execute(of.admin, { type: "WHATSAPP_API", label: "Number", sandbox: true });
  return simulatedAccount({ companyId: of.companyId, channelId: id, platform: "whatsapp" });
}

const company = await openCompany();
const other = await furnishedCompany("Other");

beforeAll(async () => {
  account = await number(company);
  foreign = await number(other);
});

const sign = (secret: string, body: string) => `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

function post(body: string, signature: string | null, path = "/hooks/whatsapp"): Promise<Response> {
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (signature !== null) headers["x-hub-signature-256"] = signature;
  return Promise.resolve(app.request(path, { method: "POST", body, headers }));
}

const change = (of: SimulatedAccount, value: object, field = "messages") => ({
  field,
  value: { messaging_product: "whatsapp", metadata: { phone_number_id: of.id }, ...value },
});
const entry = (of: SimulatedAccount, ...values: object[]) => ({
  id: of.wabaId,
  changes: values.map((value) => change(of, value)),
});
const text = (from: string, id: string, body: string) => ({
  contacts: [{ profile: { name: "Ana" }, wa_id: from }],
  messages: [{ from, id, timestamp: "1749416383", type: "text", text: { body } }],
});
const payload = (...entries: object[]) => escapedJson({ object: "whatsapp_business_account", entry: entries });

async function stored(channelId: string) {
  const { rows } = await systemPool().query<{ id: string; body: string; status: string }>(
    `select "id", "body", "status" from inbound_payloads where "channelId" = $1 order by "id" desc`,
    [channelId],
  );
  return rows;
}

const process = (of: SimulatedAccount) => processInbound(systemActor(of.companyId), of.channelId);

describe("the handshake", () => {
  const ask = (token: string, mode = "subscribe") =>
    app.request(
      `/hooks/whatsapp/${account.channelId}?hub.mode=${mode}&hub.challenge=1158201444&hub.verify_token=${token}`,
    );

  it("answers the bare challenge for the channel's own verify token, and 403 for any other", async () => {
    const { verifyToken } = simulatedCredentials(account);
    const good = await ask(verifyToken);
    expect([good.status, await good.text()]).toEqual([200, "1158201444"]);
    for (const answer of [await ask("wrong"), await ask(""), await ask(verifyToken, "unsubscribe")]) {
      expect(answer.status).toBe(403);
    }
  });
});

describe("the signature", () => {
  it("is checked over the bytes that came: accents and slashes as the platform escapes them", async () => {
    const body = payload(entry(account, text("5491160000001", "wamid.signed", "ñandú / 🚲")));
    expect(body).toContain("\\u00f1");
    expect(body).toContain("\\/");
    expect((await post(body, sign(appSecretOf(account), body))).status).toBe(200);
    expect((await stored(account.channelId))[0]?.body).toBe(body);
  });

  it("is checked alike in payloads that say their length and in those that come in pieces", async () => {
    const send = (body: string, signature: string, length: Record<string, string>) => {
      const headers = { "content-type": "application/json", "x-hub-signature-256": signature, ...length };
      return app.request("/hooks/whatsapp", { method: "POST", body, headers });
    };
    for (const [index, size] of [10, 40_000].entries()) {
      const body = payload(entry(account, text("5491160000009", `wamid.length${index}`, "x".repeat(size))));
      const length = { "content-length": String(Buffer.byteLength(body)) };
      for (const said of [length, {}]) {
        const answer = await send(body, sign(appSecretOf(account), body), said);
        expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
        expect((await stored(account.channelId))[0]?.body).toBe(body);
        expect((await send(body, sign("another", body), said)).status).toBe(401);
      }
    }
  });

  it("is refused when wrong, missing, another channel's or of other bytes; nothing is processed", async () => {
    const body = payload(entry(account, text("5491160000002", "wamid.bad", "x")));
    const good = sign(appSecretOf(account), body);
    const wrong = [
      null,
      "",
      "sha256=00",
      sign(appSecretOf(foreign), body),
      `${good.slice(0, -1)}x`,
      good.toUpperCase().replace("SHA", "md"),
    ];
    for (const signature of wrong) expect((await post(body, signature)).status).toBe(401);
    expect((await post(`${body} `, good)).status).toBe(401);
    await process(account);
    const { rows } = await systemPool().query(`select 1 from message_links where "externalId" = 'wamid.bad'`);
    expect(rows).toEqual([]);
    const rejected = (await stored(account.channelId)).filter(({ status }) => status === "rejected");
    expect(rejected.length).toBeGreaterThan(0);
    expect(rejected.length).toBeLessThanOrEqual(10);
  });

  it("rejects what is not JSON, too large or for an unknown account", async () => {
    expect((await post("{", "sha256=00")).status).toBe(400);
    expect((await post("x".repeat(3 * 1024 * 1024 + 1), "sha256=00")).status).toBe(413);
    const nobody = payload({
      id: "1",
      changes: [{ field: "messages", value: { metadata: { phone_number_id: "1" } } }],
    });
    expect((await post(nobody, sign("secret", nobody))).status).toBe(401);
    expect((await app.request("/hooks/telegram", { method: "POST", body: "{}" })).status).toBe(404);
  });
});

describe("what a payload holds", () => {
  it("is all processed: many entries, changes, messages and statuses", async () => {
    const from = "5491160000010";
    const many = {
      ...text(from, "wamid.b1", "one"),
      messages: ["one", "two"].map((body, n) => ({
        ...text(from, `wamid.b${n}`, body).messages[0],
        timestamp: String(1749416383 + n),
      })),
    };
    const body = payload(
      entry(account, many, text(from, "wamid.b8", "three")),
      entry(account, text("5491160000011", "wamid.b9", "four")),
    );
    expect((await post(body, sign(appSecretOf(account), body))).status).toBe(200);
    await process(account);
    const { rows } = await systemPool().query(
      `select count(*) as n from message_links where "externalId" like 'wamid.b_'`,
    );
    expect(rows[0].n).toBe(4);
  });

  it("goes to each company without what is the other's", async () => {
    const body = payload(
      entry(account, text("5491160000020", "wamid.mine", "mine only")),
      entry(foreign, text("5491160000021", "wamid.theirs", "theirs only")),
    );
    expect((await post(body, sign(appSecretOf(account), body))).status).toBe(200);
    const [mine] = await stored(account.channelId);
    expect(mine?.body).toContain("mine only");
    expect(mine?.body).not.toContain("theirs only");
    expect((await stored(foreign.channelId)).some((one) => one.body.includes("mine only"))).toBe(false);
  });

  it("may be unusual: no contacts, other times, unknown fields, ids beyond 2^53, statuses without a person (channels.md 7.7, 7.8, 7.10, 7.11)", async () => {
    const from = "5491160000030";
    const odd = {
      messages: [{ from, id: "wamid.odd", timestamp: "1749416383000", type: "hologram", hologram: { x: [1] } }],
    };
    const status = {
      statuses: [
        { id: "wamid.nobody", status: "delivered", timestamp: "1749416383", recipient_id: from },
        { id: "wamid.x", status: "deleted" },
      ],
    };
    const big = `{"field":"message_template_status_update","value":{"event":"APPROVED","message_template_id":16895569081298359999}}`;
    const body = payload(entry(account, odd, status)).replace(
      '"changes":[',
      `"changes":[${big},{"field":"tomorrow","value":[1]},`,
    );
    expect((await post(body, sign(appSecretOf(account), body))).status).toBe(200);
    await process(account);
    expect((await stored(account.channelId))[0]?.status).toBe("processed");
    const { rows } = await systemPool().query(
      `select m."type", m."extra" from message_links l join messages m on m."id" = l."messageId" where l."externalId" = 'wamid.odd'`,
    );
    expect(rows[0]).toMatchObject({ type: "unsupported", extra: { what: "hologram" } });
    const held = await systemPool().query(`select 1 from held_statuses where "externalId" = 'wamid.nobody'`);
    expect(held.rows).toHaveLength(1);
  });
});

describe("the journal", () => {
  it("lists, filters, pages, shows and processes again, without doing anything twice", async () => {
    const { admin } = company;
    const { channelId } = account;
    const first = await listInbound.execute(admin, { channelId, limit: 2 });
    expect(first.data).toHaveLength(2);
    const second = await listInbound.execute(admin, { channelId, limit: 2, cursor: first.pagination.nextCursor ?? "" });
    expect(second.data[0]?.id).not.toBe(first.data[0]?.id);
    const done = (await listInbound.execute(admin, { channelId, status: "processed", kind: "message" })).data[0];
    const payloadId = done?.id ?? "";
    expect((await readInbound.execute(admin, { payloadId })).body).toContain("whatsapp_business_account");
    const count = async () =>
      (await systemPool().query(`select count(*) as n from messages where "companyId" = $1`, [company.companyId]))
        .rows[0].n;
    const before = await count();
    expect(await reprocessInbound.execute(admin, { payloadId })).toEqual({ id: payloadId, status: "received" });
    await process(account);
    expect(await count()).toBe(before);
    expect((await readInbound.execute(admin, { payloadId })).status).toBe("processed");
  });

  it("is for admins of the company only", async () => {
    const [mine] = (await listInbound.execute(company.admin, {})).data;
    await expect(readInbound.execute(other.admin, { payloadId: mine?.id ?? "" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(listInbound.execute(company.agent, {})).rejects.toMatchObject({ code: "forbidden" });
  });
});
