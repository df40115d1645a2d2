import { execFile } from "node:child_process";
import fs from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createContact } from "#server/contacts/creating.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { endProgramsAfterEach, startProgram } from "#server/testing/processes/programs.ts";
import { type Receiver, startReceiver } from "#server/testing/receiver.ts";
import { serveApi } from "#server/testing/serving.ts";
import { openSdkProject } from "#server/testing/systems/sdk-project.ts";
import { createWebhook } from "#server/webhooks/creating.ts";
import { signatureOf } from "#server/webhooks/delivery/posting.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const company = await openCompany("SDK", allFurniture);
const { origin } = serveApi();
endProgramsAfterEach();

const project = openSdkProject();
let token: string;
let receivers: Receiver[] = [];

beforeAll(async () => {
  token = (await company.token(["admin"])).secret;
});
afterEach(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  receivers = [];
});

const contact = (name: string) =>
  createContact.execute(company.admin, { websiteId: company.given.channelId ?? "", name });

/** The compiler as strict as it can be, libraries included. */
async function compile(...files: string[]): Promise<string> {
  const strict = ["--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--verbatimModuleSyntax"];
  const module = ["--module", "nodenext", "--target", "es2022", "--lib", "es2023,dom,dom.iterable"];
  const args = ["--noEmit", "--ignoreConfig", "--allowImportingTsExtensions", ...strict, ...module, ...files];
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const done = await run(process.execPath, [tsc, ...args], { cwd: project.folder() }).catch(
    (error: { stdout: string }) => error,
  );
  return done.stdout;
}

const program = `
export async function people(baseUrl: string, token: string): Promise<number> {
  let count = 0;
  for await (const user of createParley({ baseUrl, token }).list("/v1/users", { query: { limit: 1 } })) count += user.id ? 1 : 0;
  return count;
}
import { createParley, orThrow, ParleyError, verifyWebhook, WebhookError, type ParleyEvent, type WebhookDelivery } from "@parley/sdk";

export async function names(baseUrl: string, token: string): Promise<string[]> {
  const found: string[] = [];
  for await (const contact of createParley({ baseUrl, token }).list("/v1/contacts", { query: { limit: 10, search: "Listed" } }))
    found.push(contact.name);
  return found;
}

export async function send(baseUrl: string, retries = 4): Promise<string> {
  const parley = createParley({ baseUrl, token: "sk_live_x", pauseMs: 1, retries });
  const call = parley.POST("/v1/conversations/{conversationId}/messages", {
    params: { path: { conversationId: "c1" } },
    body: { from: "me", fromType: "user", body: "Hello" },
  });
  try {
    return (await orThrow(call)).id;
  } catch (error) {
    if (error instanceof ParleyError) return \`\${error.status} \${error.code} \${error.requestId}\`;
    throw error;
  }
}

export async function unnoted(baseUrl: string, noteId: string): Promise<void> {
  const parley = createParley({ baseUrl, token: "sk_live_x", retries: 0 });
  const path = { contactId: "c1", noteId };
  await orThrow(parley.DELETE("/v1/contacts/{contactId}/notes/{noteId}", { params: { path } }));
}

export async function verified(body: string, headers: Record<string, string>, secret: string | string[]): Promise<string> {
  try {
    const delivery: WebhookDelivery = await verifyWebhook(body, headers, secret);
    return delivery.event === "contact/created" ? delivery.data.name : delivery.event;
  } catch (error) {
    if (error instanceof WebhookError) return error.message;
    throw error;
  }
}

export function about(event: ParleyEvent): string {
  if (event.type === "conversation/message") return event.data.message.message.text;
  return event.type === "contact/deleted" ? event.data.deletedAt : event.id;
}

export async function feed(baseUrl: string, token: string, count: number, position?: string): Promise<{ seqs: number[]; position: string }> {
  const seqs: number[] = [];
  let last = position ?? "";
  // Where reading begins needs no repeating.
  const from = position ? ("newest" as const) : ("oldest" as const);
  for await (const event of createParley({ baseUrl, token }).events({ from, position, types: ["contact/created"] })) {
    seqs.push(event.seq);
    last = event.position;
    if (seqs.length === count) break;
  }
  return { seqs, position: last };
}

export async function places(baseUrl: string, count: number): Promise<string[]> {
  const told: string[] = [];
  const stop = new AbortController();
  const onPosition = (position: string) => {
    if (told.push(position) === count) stop.abort();
  };
  const wanted = { types: ["contact/deleted"] as const, onPosition, signal: stop.signal };
  for await (const event of createParley({ baseUrl, token: "t" }).events(wanted)) throw new Error(event.id);
  return told;
}
`;

const mistaken = [
  `import { createParley } from "@parley/sdk"; createParley({ baseUrl: "", token: "" }).list("/v1/phases");`,
  `import type { WebhookDelivery } from "@parley/sdk"; export const f = (d: WebhookDelivery) => d.event === "contact/creatd";`,
  `import type { ParleyEvent } from "@parley/sdk"; export const f = (e: ParleyEvent) => e.type === "contact/created" && e.data.nickname;`,
];

type Program = {
  people: (baseUrl: string, token: string) => Promise<number>;
  names: (baseUrl: string, token: string) => Promise<string[]>;
  send: (baseUrl: string, retries?: number) => Promise<string>;
  unnoted: (baseUrl: string, noteId: string) => Promise<void>;
  verified: (body: string, headers: Record<string, string>, secret: string | string[]) => Promise<string>;
  feed: (
    baseUrl: string,
    token: string,
    count: number,
    position?: string,
  ) => Promise<{ seqs: number[]; position: string }>;
  places: (baseUrl: string, count: number) => Promise<string[]>;
};

/** The customer's program, in this process. */
const load = async () => (await import(await project.write("program.ts", program))) as Program;

describe("the packed client in a clean folder", () => {
  it("compiles strictly, and is refused where it asks for what there is not [P3]", async () => {
    const file = await project.write("program.ts", program);
    expect(await compile(file)).toBe("");
    const faulty = await Promise.all(mistaken.map((text, at) => project.write(`mistaken-${at}.ts`, text)));
    const said = await compile(...faulty);
    for (const at of mistaken.keys()) expect(said).toContain(`mistaken-${at}.ts`);
  });

  it("brings only what it needs, and no source [P3]", async () => {
    const files = await fs.readdir(path.join(project.folder(), "node_modules/@parley/sdk"));
    expect(files.sort()).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
    expect(
      (await fs.readdir(path.join(project.folder(), "node_modules"))).filter((name) => !name.startsWith(".")),
    ).toEqual(["@parley", "openapi-fetch", "openapi-typescript-helpers"]);
  });

  it("lists what has no cursors by pages [P3]", async () => {
    const { body } = await (await openApi(company)).get<{ pagination: { total: number } }>("/v1/users?limit=1");
    expect(body.pagination.total).toBeGreaterThan(1);
    expect(await (await load()).people(origin(), token)).toBe(body.pagination.total);
  });

  it("lists many contacts over pages, each once [P3]", async () => {
    const wanted = Array.from({ length: 25 }, (_, at) => `Listed ${at}`);
    for (const name of wanted) await contact(name);
    const found = await (await load()).names(origin(), token);
    expect(found.sort()).toEqual(wanted.sort());
  });

  it("reads the event feed, stops in the middle of a page and goes on without a gap [P1, P3]", async () => {
    const { feed } = await load();
    const first = await feed(origin(), token, 7);
    const second = await feed(origin(), token, 7, first.position);
    const whole = await feed(origin(), token, 14);
    expect([...first.seqs, ...second.seqs]).toEqual(whole.seqs);
  });

  it("verifies a webhook by its secret, its age and its bytes, also while a secret is changed [K8, P3]", async () => {
    const { verified } = await load();
    const [secret, old] = ["whsec_new", "whsec_old"];
    const body = JSON.stringify({ event: "contact/created", timestamp: "", data: { name: "Ada Ñandú" } });
    const signed = (by: string, at = new Date()) => ({ "X-Webhook-Signature": signatureOf(by, body, at) });
    expect(await verified(body, signed(secret), secret)).toBe("Ada Ñandú");
    expect(await verified(body, signed(old), [secret, old])).toBe("Ada Ñandú");
    expect(await verified(body, signed(old), secret)).toMatch("not the secret's");
    expect(await verified(body.replace("Ada", "Eve"), signed(secret), secret)).toMatch("not the secret's");
    expect(await verified(body, signed(secret, new Date(Date.now() - 400_000)), secret)).toMatch("too old");
    expect(await verified(body, {}, secret)).toMatch("no X-Webhook-Signature");
    await expect(verified(body, signed(secret), "")).rejects.toThrow("Give the secret");
  });
});

describe("what the client does when a server is in trouble", () => {
  const keys: string[] = [];
  let answers: { status: number; headers?: Record<string, string>; body: unknown }[] = [];
  let server: http.Server;
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  beforeAll(async () => {
    server = http.createServer((request, response) => {
      keys.push(String(request.headers["idempotency-key"]));
      const next = answers.shift();
      if (!next) return void request.socket.destroy();
      const headers = { "content-type": "application/json", ...next.headers };
      request
        .resume()
        .on("end", () => response.writeHead(next.status, headers).end(next.body && JSON.stringify(next.body)));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterEach(() => {
    keys.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const failing = (status: number, error: string, headers: Record<string, string> = {}) => ({
    ...{ status, headers },
    body: { error, message: "No.", status, requestId: "r1" },
  });
  const sent = { status: 202, body: { id: "m1" } };

  it("a send goes through 429 and 503 with one Idempotency-Key, after the pause that was asked for [P3]", async () => {
    answers = [failing(429, "rate_limited", { "retry-after": "1" }), failing(503, "unavailable"), sent];
    const begun = performance.now();
    expect(await (await load()).send(url())).toBe("m1");
    expect(performance.now() - begun).toBeGreaterThan(950);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("it also goes through a broken connection and a first request that still runs, and no further than told [P3]", async () => {
    const { send } = await load();
    answers = [failing(409, "idempotency_in_progress"), sent];
    expect(await send(url())).toBe("m1");
    answers = [failing(409, "conversation_closed"), sent];
    expect(await send(url())).toBe("409 conversation_closed r1");
    answers = [failing(503, "unavailable"), failing(503, "unavailable"), sent];
    expect(await send(url(), 1)).toBe("503 unavailable r1");
    answers = [];
    keys.length = 0;
    await expect(send(url(), 2)).rejects.toThrow();
    expect(keys).toHaveLength(3);
  });

  it("tells a reader of rare events where to read on, while none come [P1, P3]", async () => {
    const { places } = await load();
    const page = (nextCursor: string) => ({ status: 200, body: { data: [], nextCursor } });
    answers = [page("begin"), page("one"), page("two")];
    expect(await places(url(), 2)).toEqual(["one~0", "two~0"]);
  });

  it("takes an answer without a body for what it is [P3]", async () => {
    const { unnoted } = await load();
    answers = [{ status: 204, body: "" }, failing(404, "not_found")];
    await unnoted(url(), "n1");
    await expect(unnoted(url(), "n1")).rejects.toThrow("No.");
  });
});

describe("parley listen", () => {
  const listening = (url: string, ...more: string[]) =>
    startProgram(process.execPath, [path.join(project.folder(), "node_modules/.bin/parley"), "listen", url, ...more], {
      PARLEY: origin(),
      PARLEY_TOKEN: token,
      WEBHOOK_SECRET: "whsec_of_listen",
      XDG_STATE_HOME: project.folder(),
    });

  async function receiver(): Promise<Receiver> {
    const opened = await startReceiver();
    receivers.push(opened);
    return opened;
  }

  it("sends what a webhook sends, signed; stopped and started again it misses nothing and repeats nothing [P3]", async () => {
    const [local, real] = [await receiver(), await receiver()];
    await createWebhook.execute(company.admin, { url: real.url, eventTypes: ["contact/created"], signed: true });
    const first = listening(local.url, "--types", "contact/created");
    await first.tells("Ready: forwarding events");
    await contact("One");
    await local.until(1);
    await real.until(1);
    const [got, wanted] = [local.received[0], real.received[0]];
    expect(got?.body).toBe(wanted?.body);
    for (const name of ["x-webhook-event", "x-webhook-event-id", "x-webhook-sequence", "content-type"])
      expect([name, got?.headers[name]]).toEqual([name, wanted?.headers[name]]);
    const { verified } = await load();
    expect(await verified(got?.body ?? "", got?.headers as Record<string, string>, "whsec_of_listen")).toBe("One");

    await first.tells("-> 200");
    first.child.kill("SIGTERM");
    await expect.poll(() => first.child.exitCode, { timeout: 10_000 }).toBe(0);
    await contact("Two");
    await contact("Three");
    // The receiver is down when it starts again: it waits, and keeps the order.
    let down = 2;
    local.answer((_, response) => void response.writeHead(down-- > 0 ? 503 : 204).end());
    const second = listening(local.url, "--types", "contact/created");
    await second.tells("beginning where it stopped");
    await contact("Four");
    await expect.poll(() => second.told().match(/-> 204/g)?.length, { timeout: 20_000 }).toBe(3);
    expect(second.told()).toContain("The receiver is down (it answered 503)");
    const names = local.received.map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name);
    expect(names).toEqual(["One", "Two", "Two", "Two", "Three", "Four"]);
  });

  it("says what is wrong with how it was called [P3]", async () => {
    const wrong = async (words: string, ...args: string[]) => {
      const said = startProgram(process.execPath, [path.join(project.folder(), "node_modules/.bin/parley"), ...args], {
        PARLEY_TOKEN: "",
      });
      await expect.poll(() => said.child.exitCode, { timeout: 10_000 }).toBe(2);
      expect(said.told()).toContain(words);
    };
    await wrong("Name the receiver", "listen");
    await wrong("Set PARLEY_TOKEN", "listen", "http://127.0.0.1:9/");
    await wrong("no command", "talk");
    const refused = startProgram(
      process.execPath,
      [path.join(project.folder(), "node_modules/.bin/parley"), "listen", "http://127.0.0.1:9/"],
      {
        PARLEY: origin(),
        PARLEY_TOKEN: "sk_live_unknown",
        XDG_STATE_HOME: project.folder(),
      },
    );
    await refused.tells("unknown or revoked");
    await expect.poll(() => refused.child.exitCode, { timeout: 10_000 }).toBe(1);
  });
});
