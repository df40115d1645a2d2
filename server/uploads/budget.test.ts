import sharp from "sharp";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hour, minute, shiftClock } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import type { CreatedCompany } from "#server/companies/creating.ts";
import { systemPool } from "#server/db/system.ts";
import { ticks } from "#server/jobs/ticks.ts";
import { openPools } from "#server/testing/pools.ts";
import { freshAddress, plainCompany, visitorOn } from "#server/testing/visitor.ts";
import type { Upload } from "./schema.ts";
import { keyOfUrl, newKey, readFile, saveFile } from "./storage.ts";

openPools();

const megabyte = 1024 * 1024;
type Visitor = Awaited<ReturnType<typeof visitorOn>>;

let acme: CreatedCompany;
let small: Buffer;

beforeAll(async () => {
  small = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
});

beforeEach(async () => {
  acme = await plainCompany();
});

afterEach(() => shiftClock(0));

const upload = (visitor: Visitor, bytes: Uint8Array = small) =>
  visitor.side.post<Upload>(`${visitor.base}/uploads`, undefined, { ...visitor.options, raw: new Uint8Array(bytes) });

/** A picture that no encoder makes smaller: three bytes a point. */
async function noise(side: number): Promise<Buffer> {
  const random = Buffer.alloc(side * side * 3);
  for (let n = 0, seed = 1; n < random.length; n += 1) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    random[n] = seed >>> 24;
  }
  return sharp(random, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
}

/** An upload that was not sent, in one row of that size. */
async function hold(size: number, createdBy = `visitor:${acme.channelId}:${newId()}`, company = acme): Promise<void> {
  await systemPool().query(
    `insert into uploads ("companyId", "id", "key", "contentType", "size", "createdBy")
     values ($1, $2, $3, 'image/png', $4, $5)`,
    [company.companyId, newId(), newKey("png"), size, createdBy],
  );
}

async function authorOf(id: string): Promise<string> {
  const { rows } = await systemPool().query<{ createdBy: string }>(`select "createdBy" from uploads where "id" = $1`, [
    id,
  ]);
  return rows[0]?.createdBy ?? "";
}

const isThere = async (url: string) => (await readFile(keyOfUrl(url) ?? "")) !== undefined;

async function sweep(): Promise<void> {
  const tick = ticks.find(({ name }) => name === "uploads.sweep");
  expect(tick?.everyMs).toBe(hour);
  await tick?.run();
}

describe("what a visitor uploads and no message takes", () => {
  it("is swept after an hour with its file, what a message took and what the team uploaded stays [found S9]", async () => {
    const visitor = await visitorOn(acme.channelId);
    const conversationId = await visitor.begin();
    const [left, taken] = [(await upload(visitor)).body, (await upload(visitor)).body];
    const sent = { type: "image", uploadId: taken.id, clientMessageId: newId() };
    expect((await visitor.post(`/conversations/${conversationId}/messages`, sent)).status).toBe(202);
    await hold(68, `user:${newId()}`);
    const ids = async () => {
      const { rows } = await systemPool().query(`select "id" from uploads where "companyId" = $1`, [acme.companyId]);
      return rows.map(({ id }) => id);
    };
    shiftClock(hour - minute);
    await sweep();
    expect([await ids(), await isThere(left.url)]).toEqual([expect.arrayContaining([left.id, taken.id]), true]);
    shiftClock(hour + minute);
    await sweep();
    expect([(await ids()).length, (await ids()).includes(taken.id)]).toEqual([2, true]);
    expect([await isThere(left.url), await isThere(taken.url)]).toEqual([false, true]);
    const late = { type: "image", uploadId: left.id, clientMessageId: newId() };
    expect((await visitor.post(`/conversations/${conversationId}/messages`, late)).status).toBe(400);
  });

  it("is swept however much it is, and not while a message takes it [found S9]", async () => {
    for (let n = 0; n < 205; n += 1) await hold(68);
    const { rows } = await systemPool().query<{ id: string; key: string }>(
      `select "id", "key" from uploads where "companyId" = $1 limit 1`,
      [acme.companyId],
    );
    const { id = "", key = "" } = rows[0] ?? {};
    await saveFile(key, small);
    const count = async () =>
      (await systemPool().query(`select from uploads where "companyId" = $1`, [acme.companyId])).rowCount;
    const taking = await systemPool().connect();
    try {
      await taking.query("begin");
      await taking.query(`select from uploads where "id" = $1 for key share`, [id]);
      shiftClock(hour + minute);
      await sweep();
      expect([await count(), await readFile(key)]).toEqual([1, small]);
      await taking.query("commit");
    } finally {
      taking.release();
    }
    await sweep();
    expect([await count(), await readFile(key)]).toEqual([0, undefined]);
  });
});

describe("the budget of uploads", () => {
  it("holds for a visitor until a message takes them, and does not affect others [found S9]", async () => {
    const visitor = await visitorOn(acme.channelId);
    const other = await visitorOn(acme.channelId, {}, visitor.address);
    const first = await upload(visitor);
    await hold(20 * megabyte - 80 * 1024, await authorOf(first.body.id));
    expect((await upload(visitor)).status).toBe(201);
    const { status, body } = await upload(visitor);
    expect([status, body.error, body.message]).toEqual([
      413,
      "payload_too_large",
      "Your images that are not sent yet come to more than 20 MB. Send them first, or try again later.",
    ]);
    expect((await upload(other)).status).toBe(201);
    const message = { type: "image", uploadId: first.body.id, clientMessageId: newId() };
    expect((await visitor.post("/conversations", { message })).status).toBe(201);
    expect((await upload(visitor)).status).toBe(201);
  });

  it("is not passed by uploads that race [found S9]", async () => {
    const visitor = await visitorOn(acme.channelId);
    const author = await authorOf((await upload(visitor)).body.id);
    await hold(17 * megabyte, author);
    const large = await noise(600);
    expect(large.length).toBeGreaterThan(megabyte);
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => upload(visitor, large)))).map((a) => a.status);
    expect(statuses.sort()).toEqual([201, 201, 413, 413, 413, 413]);
    const { rows } = await systemPool().query<{ held: number }>(
      `select sum("size") as held from uploads where "createdBy" = $1`,
      [author],
    );
    expect(rows[0]?.held).toBeLessThanOrEqual(20 * megabyte);
  });

  it("holds for a company, whichever visitor uploads, and does not affect other companies [found S9]", async () => {
    const neighbour = await plainCompany("Neighbour");
    await hold(500 * megabyte);
    await hold(900 * megabyte, `user:${newId()}`);
    expect((await upload(await visitorOn(acme.channelId))).status).toBe(201);
    await hold(12 * megabyte);
    const { status, body } = await upload(await visitorOn(acme.channelId));
    expect([status, body.error]).toEqual([413, "payload_too_large"]);
    expect(body.message).toBe("Too many images are waiting to be sent here. Try again later.");
    expect((await upload(await visitorOn(neighbour.channelId))).status).toBe(201);
    shiftClock(2 * hour);
    await sweep();
    expect((await upload(await visitorOn(acme.channelId))).status).toBe(201);
  });

  it("holds for what is still on its way: no network fills the memory that all share", async () => {
    const [visitor, elsewhere] = [await visitorOn(acme.channelId), await visitorOn(acme.channelId)];
    const part = new Uint8Array(18 * megabyte);
    const gone = Promise.withResolvers<never>();
    const begin = () => {
      const raw = new ReadableStream({
        start: (body) => {
          body.enqueue(part);
          gone.promise.catch((error: unknown) => body.error(error));
        },
      });
      return visitor.side.post(`${visitor.base}/uploads?name=film.mp4`, undefined, { ...visitor.options, raw });
    };
    const sent = Array.from({ length: 6 }, begin);
    const first = await Promise.race(sent);
    expect(first).toMatchObject({ status: 429, body: { error: "rate_limited" } });
    expect((await upload(elsewhere)).status).toBe(201);
    gone.reject(new Error("the visitor has gone"));
    await Promise.all(sent);
    expect((await upload(visitor)).status).toBe(201);
  });

  it("holds for a network with ever new sessions, which learns when to come back [found S9]", async () => {
    const address = freshAddress();
    const junk = Buffer.alloc(5 * megabyte);
    for (let n = 0; n < 20; n += 1) {
      const visitor = await visitorOn(acme.channelId, {}, address);
      expect((await upload(visitor, junk)).status).toBe(415);
    }
    const { status, body, headers } = await upload(await visitorOn(acme.channelId, {}, address));
    expect([status, body.error]).toEqual([429, "rate_limited"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(3000);
    expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(3600);
    expect((await upload(await visitorOn(acme.channelId))).status).toBe(201);
    shiftClock(hour + minute);
    expect((await upload(await visitorOn(acme.channelId, {}, address))).status).toBe(201);
  });
});
