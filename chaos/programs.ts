import { createHash, randomUUID } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Claims } from "./truth.ts";

const answerMs = 15_000;

/** What the API may answer while something is broken, and what it must never. */
export class Refusals {
  readonly wrong: string[] = [];
  unavailable = 0;
  cut = 0;

  /** False: it is refused for good, which nothing here may be. */
  note(what: string, answer: Response): boolean {
    const before = this.wrong.length;
    if (answer.status === 503 && /^\d+$/.test(answer.headers.get("retry-after") ?? "")) this.unavailable += 1;
    else if (answer.status === 503) this.wrong.push(`${what}: 503 without Retry-After`);
    else if (answer.status !== 409 && answer.status !== 429) this.wrong.push(`${what}: ${answer.status}`);
    return answer.status >= 500 || this.wrong.length === before;
  }
}

export type Caller = { base: string; token: string; refusals: Refusals };

/**
 * Calls the API as a careful program does: each write has a key, and is repeated until it is answered. Undefined where
 * it was refused for good.
 */
export async function insist(
  { base, token, refusals }: Caller,
  path: string,
  body: unknown,
  method: "POST" | "PATCH" = "POST",
): Promise<string | undefined> {
  const key = randomUUID();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": key };
  for (;;) {
    try {
      const init = { method, headers, body: JSON.stringify(body), signal: AbortSignal.timeout(answerMs) };
      const answer = await fetch(`${base}${path}`, init);
      const text = await answer.text();
      if (answer.ok) return text;
      if (!refusals.note(`${method} ${path} ${text.slice(0, 120)}`, answer)) return undefined;
    } catch {
      // A cut connection, or none: the same key again.
      refusals.cut += 1;
    }
    await sleep(150 + Math.random() * 200);
  }
}

/** Answers conversations through the API. */
export class Writer {
  readonly name: string;
  lastAt = 0;
  private readonly caller: Caller;
  private readonly acknowledged: string[] = [];
  private readonly tried = new Set<string>();
  private readonly body: { from: string; fromType: "user" };
  private readonly pauseMs: number;
  private writing = false;
  private turn: Promise<void> = Promise.resolve();

  constructor(given: Caller & { name: string; userId: string; pauseMs?: number }) {
    const { name, userId, pauseMs = 120, ...caller } = given;
    this.name = name;
    this.caller = caller;
    this.body = { from: userId, fromType: "user" };
    this.pauseMs = pauseMs;
  }

  write(conversationId: () => string): void {
    this.writing = true;
    this.turn = (async () => {
      while (this.writing) {
        const id = conversationId();
        const text = `${this.name} ${this.tried.size + 1}`;
        if (id) {
          this.tried.add(text);
          const begun = Date.now();
          // Once it is tried it is insisted on: else it would not be known whether it was taken.
          const answer = await insist(this.caller, `/v1/conversations/${id}/messages`, { ...this.body, body: text });
          if (answer !== undefined) this.acknowledged.push(text);
          this.lastAt = begun;
        }
        await sleep(this.pauseMs * (0.5 + Math.random()));
      }
    })();
  }

  async rest(): Promise<void> {
    this.writing = false;
    await this.turn;
  }

  claims(): Claims {
    return { who: this.name, acknowledged: this.acknowledged, tried: this.tried };
  }
}

/** Reads the event feed by long polls, and goes on where it was after each failure. */
export class Reader {
  readonly read: { id: string; type: string }[] = [];
  private readonly caller: Caller;
  private readonly types: string;
  private cursor: string | undefined;
  private reading = true;
  private readonly turn: Promise<void>;

  constructor(caller: Caller, types: readonly string[]) {
    this.caller = caller;
    this.types = types.join(",");
    this.turn = this.follow();
  }

  private async follow(): Promise<void> {
    const { base, token, refusals } = this.caller;
    while (this.reading) {
      const cursor = this.cursor ? `&cursor=${encodeURIComponent(this.cursor)}` : "";
      try {
        const answer = await fetch(`${base}/v1/events?types=${this.types}&wait=5${cursor}`, {
          headers: { authorization: `Bearer ${token}` },
          signal: AbortSignal.timeout(answerMs),
        });
        if (answer.ok) {
          const page = (await answer.json()) as { data: { id: string; type: string }[]; nextCursor: string };
          this.read.push(...page.data);
          this.cursor = page.nextCursor;
          continue;
        }
        await answer.arrayBuffer();
        refusals.note("GET /v1/events", answer);
      } catch {
        refusals.cut += 1;
      }
      await sleep(200);
    }
  }

  async stop(): Promise<void> {
    this.reading = false;
    await this.turn;
  }
}

type Taken = { id: string; sequence: number };

/** Receives webhooks; answers as it is told. The same event may come again, with the same body. */
export class Receiver {
  readonly taken: Taken[] = [];
  readonly faults: string[] = [];
  readonly url: string;
  mood: "well" | "refuses" | "hangs" | "floods" | "cuts" = "well";
  private readonly bodies = new Map<string, string>();
  private readonly server: http.Server;

  private constructor(server: http.Server, port: number) {
    this.server = server;
    this.url = `http://127.0.0.1:${port}/hook`;
    server.on("request", (request: http.IncomingMessage, response: http.ServerResponse) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => this.take(request, Buffer.concat(chunks).toString("utf8"), response));
      request.on("error", () => undefined);
    });
  }

  static async open(): Promise<Receiver> {
    const server = http.createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new Receiver(server, (server.address() as AddressInfo).port);
  }

  private take(request: http.IncomingMessage, body: string, response: http.ServerResponse): void {
    if (this.mood === "refuses") response.writeHead(500).end();
    else if (this.mood === "cuts") request.socket.resetAndDestroy();
    else if (this.mood !== "hangs") this.keep(request, body, response);
  }

  private keep(request: http.IncomingMessage, body: string, response: http.ServerResponse): void {
    const id = String(request.headers["x-webhook-event-id"]);
    const parsed = JSON.parse(body) as { event?: string; type?: string; data?: Record<string, unknown> };
    const { data = {} } = parsed;
    const digest = createHash("sha1").update(JSON.stringify(data)).digest("hex");
    const before = this.bodies.get(id);
    if (before !== undefined && before !== digest) this.faults.push(`event ${id} was told in two ways`);
    this.bodies.set(id, digest);
    this.taken.push({ id, sequence: Number(request.headers["x-webhook-sequence"]) });
    // Its status says that it has the event, whatever comes after.
    if (this.mood === "floods") flood(response);
    else response.writeHead(200).end();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** An answer without an end. */
function flood(response: http.ServerResponse): void {
  response.writeHead(200);
  const line = "x".repeat(16_384);
  const timer = setInterval(() => response.write(line), 1);
  response.on("close", () => clearInterval(timer));
  response.on("error", () => clearInterval(timer));
}

type Asked = { chat_log?: { message: string }[] };

/** A company's own bot: says back what it heard. */
export async function openEcho(): Promise<{ url: string; close(): Promise<void> }> {
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { chat_log: log = [] } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Asked;
    const text = [`echo ${log.at(-1)?.message ?? ""}`];
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ response: { text, stopChat: true } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bot`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
