import { beforeAll, describe, expect, it, vi } from "vitest";
import { log } from "#server/base/log.ts";
import { env } from "#server/config/env.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { signedIn } from "#server/testing/sockets.ts";
import { trpcHandler } from "./handler.ts";

let cookie: string;

const company = await openCompany("Door", allFurniture);

beforeAll(async () => {
  ({ cookie } = await signedIn(company.admin));
});

const address = `${env.publicUrl}/api/trpc`;
const own = {
  origin: new URL(env.publicUrl).origin,
  "sec-fetch-site": "same-origin",
  "content-type": "application/json",
};

let network = "192.0.2.1";

async function ask(path: string, init: RequestInit & { duplex?: "half" } = {}) {
  const response = await trpcHandler(new Request(`${address}/${path}`, init), "request-1", network);
  const text = await response.text();
  return { status: response.status, text, headers: response.headers };
}

const note = () => JSON.stringify({ conversationId: company.given.conversationId, message: "through the door" });
const write = (headers: Record<string, string>, body = note()) =>
  ask("conversations.addNote", { method: "POST", headers: { cookie, ...headers }, body });

describe("the screens' door", () => {
  it("answers signed-in people only", async () => {
    const read = `conversations.read?input=${encodeURIComponent(JSON.stringify({ conversationId: company.given.conversationId }))}`;
    const known = await ask(read, { headers: { cookie } });
    expect(known.status).toBe(200);
    expect(known.headers.get("x-request-id")).toBe("request-1");
    expect(known.headers.get("cache-control")).toBe("no-store");
    const strangers: Record<string, string>[] = [
      {},
      { cookie: "parley-3000.session=rubbish" },
      { authorization: "Bearer sk_live_x" },
    ];
    for (const headers of strangers) {
      const refused = await ask(read, { headers });
      expect(refused.status).toBe(401);
      expect(JSON.parse(refused.text).error.data.error).toBe("unauthorized");
    }
  });

  it("has a limit for each session and, for strangers, for each network [found S21]", async () => {
    const until429 = async (headers: Record<string, string>) => {
      for (let n = 0; n <= 2500; n += 1) {
        const answer = await ask("nothing.here", { headers });
        if (answer.status === 429) return { n, retryAfter: Number(answer.headers.get("retry-after")) };
      }
      throw new Error("no limit");
    };
    network = "192.0.2.21";
    const strange = await until429({});
    expect(strange.n).toBeGreaterThanOrEqual(1000);
    expect(strange.retryAfter).toBeGreaterThan(0);
    const { cookie: other } = await signedIn(company.agent);
    expect((await ask("nothing.here", { headers: { cookie: other } })).status).toBe(404);
    expect((await until429({ cookie: other })).n).toBeGreaterThanOrEqual(1000);
    expect((await ask("nothing.here", { headers: { cookie } })).status).toBe(404);
    network = "192.0.2.1";
  });

  it("lets nothing be changed from another site, whatever the browser sends along", async () => {
    expect((await write(own)).status).toBe(200);
    const foreign: Record<string, string>[] = [
      { ...own, origin: "https://evil.example" },
      { ...own, "sec-fetch-site": "cross-site" },
      { ...own, "sec-fetch-site": "same-site" },
      { ...own, origin: "null" },
      { "content-type": "application/json" },
      { ...own, origin: `${own.origin}.evil.example` },
    ];
    for (const headers of foreign) expect((await write(headers)).status, JSON.stringify(headers)).toBe(403);
    expect((await ask("conversations.addNote?input={}", { headers: { cookie } })).status).toBe(405);
  });

  it("logs who asked for what they may not do, and pages of other sites", async () => {
    const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    try {
      const { cookie: agents } = await signedIn(company.agent);
      expect((await ask("audit.list?input={}", { headers: { cookie: agents } })).status).toBe(403);
      const { userId, companyId } = company.agent;
      const sentence = "a call was forbidden";
      const asked = { companyId, userId, path: "audit.list", requestId: "request-1", requiredPermissions: ["admin"] };
      expect(warned).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(asked), sentence);
      await write({ ...own, origin: "https://evil.example" });
      const strange = { network: "192.0.2.1", path: "/api/trpc/conversations.addNote", requestId: "request-1" };
      expect(warned).toHaveBeenLastCalledWith(strange, sentence);
    } finally {
      warned.mockRestore();
    }
  });

  it("logs what our own pages never send, and a limit that was reached, once a minute each", async () => {
    const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    const said = (sentence: string) => warned.mock.calls.filter(([, words]) => words === sentence);
    try {
      const { userId, companyId } = company.admin;
      const wrong = JSON.stringify({ conversationId: company.given.conversationId, message: "" });
      for (let n = 0; n < 20; n += 1) expect((await write(own, wrong)).status).toBe(400);
      expect(said("an input of a screen was refused")).toEqual([
        [
          expect.objectContaining({ userId, companyId, path: "conversations.addNote", fields: ["message: too_small"] }),
          "an input of a screen was refused",
        ],
      ]);
      network = "192.0.2.33";
      for (let n = 0; n < 1050; n += 1) await ask("nothing.here");
      expect(said("a limit of the screens was reached")).toMatchObject([
        [{ network: "192.0.2.33" }, expect.anything()],
      ]);
      expect(JSON.stringify(warned.mock.calls)).not.toContain(company.given.conversationId);
    } finally {
      network = "192.0.2.1";
      warned.mockRestore();
    }
  });

  it("takes JSON only, of a bounded size, also in chunks", async () => {
    expect((await write({ ...own, "content-type": "text/plain" })).status).toBe(415);
    expect((await write({ ...own, "content-type": "application/x-www-form-urlencoded" })).status).toBe(415);
    const large = JSON.stringify({ conversationId: company.given.conversationId, message: "x".repeat(1_100_000) });
    expect((await write(own, large)).status).toBe(413);
    const body = Buffer.concat([Buffer.from('{"message":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    const latin = await ask("conversations.addNote", { method: "POST", headers: { cookie, ...own }, body });
    expect([latin.status, latin.text]).toEqual([400, expect.stringContaining("invalid_json")]);
    const chunks = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode("x".repeat(100_000)));
      },
    });
    const chunked = await ask("conversations.addNote", {
      method: "POST",
      headers: { cookie, ...own },
      body: chunks,
      duplex: "half",
    });
    expect(chunked.status).toBe(413);
  });

  it("says what was wrong with an input, field by field, and hides what is ours", async () => {
    const refused = await write(own, JSON.stringify({ conversationId: company.given.conversationId, message: "" }));
    expect(refused.status).toBe(400);
    const { error } = JSON.parse(refused.text);
    expect(error.data).toMatchObject({ error: "validation_error", requestId: "request-1" });
    expect(error.data.details[0].field).toBe("message");
    expect(refused.text).not.toMatch(/stack|node_modules|server\//);
    expect((await write(own, "{not json")).status).toBe(400);
    expect((await ask("nothing.here", { headers: { cookie } })).status).toBe(404);
  });

  it("says what a caller got wrong in a code of the caller's, and logs none of it as a fault of ours", async () => {
    const failed = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const said = async (path: string, init: Parameters<typeof ask>[1] = {}) => {
      const { status, text } = await ask(path, { ...init, headers: { cookie, ...own, ...init.headers } });
      const { error } = [JSON.parse(text)].flat()[0];
      expect(error.message, path).not.toMatch(/our side/);
      expect(text).not.toMatch(/SyntaxError|stack|position \d/);
      return [status, error.data.httpStatus, error.data.error];
    };
    const post = (body: BodyInit, headers: Record<string, string> = {}) => ({ method: "POST", body, headers });
    const addNote = "conversations.addNote";
    const large = new Array(40).fill("realtime.position").join(",");
    try {
      expect(await said(addNote, post("{not json"))).toEqual([400, 400, "invalid_json"]);
      expect(await said(addNote, post(""))).toEqual([400, 400, "invalid_json"]);
      expect(await said(`${addNote}?batch=1`, post("{not json"))).toEqual([400, 400, "invalid_json"]);
      expect(await said(`${addNote}?batch=1`, post("7"))).toEqual([400, 400, "validation_error"]);
      expect(await said("realtime.position?input={not")).toEqual([400, 400, "validation_error"]);
      expect(await said("realtime.position?connectionParams={not")).toEqual([400, 400, "validation_error"]);
      expect(await said(`${large}?batch=1&input={}`)).toEqual([400, 400, "validation_error"]);
      expect(await said("%ff")).toEqual([400, 400, "validation_error"]);
      expect(await said("nothing.here")).toEqual([404, 404, "not_found"]);
      expect(await said("realtime.position", post("{}"))).toEqual([405, 405, "method_not_allowed"]);
      expect(await said(`${addNote}?input={}`)).toEqual([405, 405, "method_not_allowed"]);
      const form = "multipart/form-data; boundary=x";
      expect(await said(addNote, { headers: { "content-type": form } })).toEqual([405, 405, "method_not_allowed"]);
      expect(await said(addNote, post("x".repeat(1_100_000)))).toEqual([413, 413, "payload_too_large"]);
      for (const method of ["PUT", "POST"]) {
        const wrong = { method, body: "{}", headers: { "content-type": "text/plain" } };
        expect(await said(addNote, wrong)).toEqual([415, 415, "unsupported_media_type"]);
      }
      const gone = new ReadableStream({ pull: (controller) => controller.error(new Error("aborted")) });
      expect(await said(addNote, { ...post(gone), duplex: "half" })).toEqual([400, 400, "validation_error"]);
      expect(failed).not.toHaveBeenCalled();
    } finally {
      failed.mockRestore();
    }
  });

  it("refuses a batch larger than a screen needs", async () => {
    const names = Array.from({ length: 40 }, () => "realtime.position").join(",");
    expect((await ask(`${names}?batch=1&input={}`, { headers: { cookie } })).status).toBe(400);
  });
});

it("packs a long answer for whoever can unpack it, and leaves a short one as it is [found U15]", async () => {
  const { app } = await import("#server/rest/app.ts");
  const ask = (paths: string, accepts: string) =>
    app.request(`${env.publicUrl}/api/trpc/${paths}`, {
      headers: { cookie, "accept-encoding": accepts },
    });
  const many = `${Array.from({ length: 20 }, () => "tags.list").join(",")}?batch=1&input=${encodeURIComponent(
    JSON.stringify(Object.fromEntries(Array.from({ length: 20 }, (_, index) => [index, {}]))),
  )}`;
  const plain = await ask(many, "identity");
  const packed = await ask(many, "gzip");
  expect([plain.headers.get("content-encoding"), packed.headers.get("content-encoding")]).toEqual([null, "gzip"]);
  const unpacked = packed.body?.pipeThrough(new DecompressionStream("gzip"));
  expect(await new Response(unpacked).text()).toBe(await plain.text());
  const short = await ask(`realtime.position?input=${encodeURIComponent("{}")}`, "gzip");
  expect(short.headers.get("content-encoding")).toBeNull();
});
