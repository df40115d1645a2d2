import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { day, shiftClock } from "#server/base/clock.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import type { storageSchema } from "#server/plans/schema.ts";
import { app } from "#server/rest/app.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";
import { pdf, recording } from "#server/testing/recordings.ts";
import { converse, say } from "#server/testing/talking.ts";
import type { UploadedFile } from "./schema.ts";
import { storeFile } from "./storing.ts";
import { sweepUploads } from "./sweeping.ts";

const company = await openCompany();
const api = await openApi(company);
const side = http(app);

function upload(bytes: Uint8Array<ArrayBuffer>, name: string, fields: Record<string, string> = {}, by = api) {
  const form = new FormData();
  form.append("file", new Blob([bytes]), name);
  for (const [field, text] of Object.entries(fields)) form.append(field, text);
  return by.post<UploadedFile>("/v1/uploads", undefined, { raw: form });
}

const pathOf = (url: string) => new URL(url).pathname;
const wav = (() => {
  const bytes = Buffer.alloc(44 + 16_000);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(8000, 24);
  bytes.writeUInt32LE(16_000, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(16_000, 40);
  return new Uint8Array(bytes);
})();

describe("POST /v1/uploads [W2]", () => {
  it("is refused to a company that sends too much at once, and goes on for others", async () => {
    const part = new Uint8Array(99 * 1024 * 1024);
    const gone = Promise.withResolvers<never>();
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const begin = () => {
      const raw = new ReadableStream({
        start: (body) => {
          body.enqueue(part);
          gone.promise.catch((error: unknown) => body.error(error));
        },
      });
      return api.post("/v1/uploads", undefined, { raw, headers });
    };
    const sent = Array.from({ length: 4 }, begin);
    expect(await Promise.race(sent)).toMatchObject({ status: 429, body: { error: "rate_limited" } });
    const others = await openApi(await openCompany("Others"));
    expect((await upload(pdf, "offer.pdf", {}, others)).status).toBe(200);
    gone.reject(new Error("the sender has gone"));
    await Promise.all(sent);
    expect((await upload(pdf, "offer.pdf")).status).toBe(200);
  });

  it("answers what a file is by its bytes, whatever it is called", async () => {
    const { status, body } = await upload(pdf, "../../offer.exe");
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "offer.exe", type: "application/pdf", size: pdf.length, durationMs: null });
    expect(Date.parse(String(body.expiresAt)) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const csv = await upload(new TextEncoder().encode("a,b\n1,2\n"), "prices.csv");
    expect(csv.body.type).toBe("text/csv");
    const unknown = await upload(new Uint8Array([0, 1, 2, 3]), "x.png");
    expect(unknown.body).toMatchObject({ type: "application/octet-stream", width: null });
  });

  it("drops signs of direction from a name, which make an ending read as another", async () => {
    const { body } = await upload(pdf, "a\u202egnp.exe\u2066\u200f");
    expect(body.name).toBe("agnp.exe");
    const served = await side.get(`${pathOf(body.url)}?name=${encodeURIComponent("a\u202egnp.exe")}`);
    expect(served.headers.get("content-disposition")).toMatch(/filename\*=UTF-8''agnp\.exe$/);
    const { id } = await converse(api, company);
    const message = { uploadId: body.id, fileName: "b\u202efdp.exe" };
    const sent = await say(api, id, "user", { type: "file", message });
    expect([sent.body.attachments[0]?.title, sent.body.extra?.files?.[0]?.name]).toEqual(["bfdp.exe", "bfdp.exe"]);
    const platform = await storeFile(systemActor(company.companyId), pdf, "c\u202egnp.exe");
    const found = await systemPool().query(`select "fileName" from uploads where "id" = $1`, [platform.id]);
    expect(found.rows).toEqual([{ fileName: "cgnp.exe" }]);
  });

  it("measures pictures, sounds and recordings, and makes pictures anew", async () => {
    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#369" } })
      .png()
      .toBuffer();
    const image = await upload(new Uint8Array(picture), "photo.png");
    expect(image.body).toMatchObject({ type: "image/png", name: "photo.png", width: 40, height: 20 });
    const sound = await upload(wav, "ring.wav");
    expect(sound.body).toMatchObject({ type: "audio/wav", durationMs: 1000 });
    const note = await upload(await recording("ogg"), "note.ogg");
    expect(note.body).toMatchObject({ type: "audio/ogg", voiceNote: true });
    const stereo = await upload(await recording("ogg", 2), "note.ogg");
    expect(stereo.body).toMatchObject({ type: "audio/ogg", voiceNote: false });
  });

  it("puts one channel of Opus from a browser's WebM into Ogg for a voice note, and leaves all else as it came", async () => {
    const bytes = await recording("webm");
    expect((await upload(bytes, "voice.webm")).body).toMatchObject({ type: "audio/webm", voiceNote: false });
    const made = await upload(bytes, "voice.webm", { voice: "true" });
    expect(made.body).toMatchObject({ type: "audio/ogg", name: "voice.ogg", voiceNote: true });
    expect(made.body.durationMs).toBeGreaterThan(900);
    const stereo = await upload(await recording("webm", 2), "voice.webm", { voice: "true" });
    expect(stereo.body).toMatchObject({ type: "audio/webm", voiceNote: false });
  });

  it("takes JSON with the content, and refuses a body without a file, with two, or an address inside the house", async () => {
    const small = { content: Buffer.from("hello").toString("base64"), fileName: "hello.txt" };
    expect((await api.post<UploadedFile>("/v1/uploads", small)).body).toMatchObject({ type: "text/plain", size: 5 });
    for (const body of [{}, { ...small, url: "https://example.com/x.pdf" }, { url: "http://127.0.0.1:5432/x" }]) {
      const answer = await api.post("/v1/uploads", body);
      expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 400, error: "validation_error" });
    }
    const empty = await upload(new Uint8Array(), "empty.txt");
    expect(empty.status).toBe(400);
  });

  it("stores nothing twice for one Idempotency-Key, and tells another file with the same key apart", async () => {
    const send = (bytes: Uint8Array<ArrayBuffer>) => {
      const form = new FormData();
      form.append("file", new Blob([bytes]), "a.pdf");
      return api.post<UploadedFile>("/v1/uploads", undefined, { raw: form, headers: { "idempotency-key": "once" } });
    };
    const [first, again] = [await send(pdf), await send(pdf)];
    expect(again.body.id).toBe(first.body.id);
    expect((await send(wav)).body.error).toBe("idempotency_conflict");
  });

  it("needs the permission to talk, before it reads the file", async () => {
    const reader = await openApi(company, ["clients_read"]);
    expect((await upload(pdf, "a.pdf", {}, reader)).status).toBe(403);
  });

  it("hands out a document only to be saved, under its name, sandboxed and unsniffed", async () => {
    const markup = new TextEncoder().encode("<!doctype html><script>alert(1)</script>");
    const { body } = await upload(markup, "page.html");
    const served = await side.get(`${pathOf(body.url)}?name=${encodeURIComponent('pági"na.html')}`);
    expect(served.headers.get("content-type")).toBe("application/octet-stream");
    expect(served.headers.get("content-disposition")).toMatch(/^attachment; .*filename\*=UTF-8''p%C3%A1gi%22na\.html$/);
    expect(served.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(served.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("cuts no sign of a long name in two", async () => {
    const long = `${"😀".repeat(150)}.pdf`;
    for (const name of [long, `x${long}`]) {
      const made = await upload(pdf, name);
      expect([made.status, made.body.name?.isWellFormed()]).toEqual([200, true]);
      for (const asked of [long, `x${long}`]) {
        const served = await side.get(`${pathOf(made.body.url)}?name=${encodeURIComponent(asked)}`);
        expect(served.headers.get("content-disposition")).toContain("filename*=UTF-8''");
      }
    }
  });

  it("forgets after a day what no message took, and keeps what one did", async () => {
    const [left, taken] = [(await upload(pdf, "left.pdf")).body, (await upload(pdf, "taken.pdf")).body];
    const { id } = await converse(api, company);
    const sent = await say(api, id, "user", { type: "file", message: { uploadId: taken.id } });
    expect(sent.status).toBe(202);
    shiftClock(day + 60_000);
    try {
      await sweepUploads(systemActor(company.companyId));
    } finally {
      shiftClock(0);
    }
    expect((await side.get(pathOf(left.url))).status).toBe(404);
    expect((await side.get(pathOf(taken.url))).status).toBe(200);
    const late = await say(api, id, "user", { type: "file", message: { uploadId: left.id } });
    expect(late.body.details?.[0]).toMatchObject({ field: "message.uploadId", code: "unknown_reference" });
  });

  it("counts every kept byte on the plan, and refuses what would pass its end", async () => {
    const own = await openCompany("Full");
    const by = await openApi(own);
    const stored = async () => (await by.get<z.infer<typeof storageSchema>>("/v1/plans/current/storage")).body;
    const { used: before, limit } = await stored();
    expect(limit).toBeNull();
    await upload(pdf, "a.pdf", {}, by);
    expect((await stored()).used).toBe(before + pdf.length);
    const small = `small-${own.companyId}`;
    await systemPool().query(
      `insert into plans select (jsonb_populate_record(p, jsonb_build_object('id', $1::text, 'storageLimit', $2::int))).*
       from plans p where "id" = (select "planId" from companies where "id" = $3)`,
      [small, before + pdf.length + 10, own.companyId],
    );
    await systemPool().query(`update companies set "planId" = $1 where "id" = $2`, [small, own.companyId]);
    const refused = await upload(pdf, "b.pdf", {}, by);
    expect({ status: refused.status, error: refused.body.error }).toEqual({ status: 409, error: "limit_reached" });
    expect(await stored()).toEqual({ used: before + pdf.length, limit: before + pdf.length + 10 });
  });
});
