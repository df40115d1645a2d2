import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { second, shiftClock } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import type { CreatedCompany } from "#server/companies/creating.ts";
import { switchChatbot } from "#server/conversations/switching.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { sendMessage } from "#server/messages/sending.ts";
import { closeOutbound } from "#server/outbound/pools.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { botHears, botRuns, said } from "#server/testing/bot.ts";
import { eventsDuring } from "#server/testing/events.ts";
import { openPools } from "#server/testing/pools.ts";
import { type Received, type Receiver, startReceiver } from "#server/testing/receiver.ts";
import { plainCompany, visitorOn } from "#server/testing/visitor.ts";
import { takeBotTurn } from "../turn/turn.ts";
import { settleCalls } from "./caller.ts";
import { fulfillmentRequestSchema } from "./schema.ts";
import { sweepWaits } from "./sweeping.ts";

openPools();

let acme: CreatedCompany;
let endpoint: Receiver;
const admin = () => systemActor(acme.companyId);

beforeAll(async () => {
  endpoint = await startReceiver();
});
afterAll(async () => {
  await closeOutbound();
  await endpoint.close();
});
beforeEach(async () => {
  allowPrivateTargets(true);
  acme = await plainCompany();
  endpoint.received.length = 0;
});
afterEach(() => {
  allowPrivateTargets(false);
  shiftClock(0);
});

const globalUrl = () => endpoint.url.replace("/hook", "/global?key=s3cret");
const nodeUrl = () => endpoint.url.replace("/hook", "/node");

/** Which addresses the chatbot has: the global one, and those of nodes by internal_name. */
async function connect(urls: { global?: string; nodes?: Record<string, string> }): Promise<void> {
  const { rows } = await systemPool().query<{ questionList: { internal_name: string }[] }>(
    `select "questionList" from chatbots where "id" = $1`,
    [acme.chatbotId],
  );
  const list = rows[0]?.questionList.map((node) => ({
    ...node,
    fulfillment_url: urls.nodes?.[node.internal_name] ?? "",
  }));
  await systemPool().query(
    `update chatbots set "questionList" = $2, "settings" = "settings" || jsonb_build_object('global_fulfillment_url', $3::text)
     where "id" = $1`,
    [acme.chatbotId, JSON.stringify(list), urls.global ?? ""],
  );
}

type Answer = { status?: number; body?: unknown; afterMs?: number; headers?: Record<string, string> };

/** How the endpoint answers: by path, or by what it was asked. */
function answers(reply: (asked: ReturnType<typeof bodyOf>, path: string) => Answer): void {
  endpoint.answer((request, response) => {
    const {
      status = 200,
      body = {},
      afterMs = 0,
      headers = {},
    } = reply(bodyOf(request), request.url.split("?")[0] ?? "");
    const text = typeof body === "string" ? body : JSON.stringify(body);
    setTimeout(() => response.writeHead(status, { "content-type": "application/json", ...headers }).end(text), afterMs);
  });
}

const bodyOf = (request: Received) => fulfillmentRequestSchema.parse(JSON.parse(request.body));
const asked = (path: string) => endpoint.received.filter(({ url }) => url.startsWith(path)).map(bodyOf);

async function one<T>(text: string, values: unknown[]): Promise<T> {
  return (await systemPool().query(text, values)).rows[0] as T;
}

const conversationOf = (id: string) =>
  one<Record<string, unknown> & { flowState: { slots: { custom: unknown }; handledSeq: number; waiting: string } }>(
    `select * from conversations where "id" = $1`,
    [id],
  );

type CallRow = {
  source: string;
  outcome: string;
  won: boolean;
  statusCode: number | null;
  notes: { field: string; reason: string }[];
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  response: string | null;
  seq: number;
};

async function calls(): Promise<CallRow[]> {
  const { rows } = await systemPool().query<CallRow>(
    `select * from fulfillment_calls where "companyId" = $1 order by "id"`,
    [acme.companyId],
  );
  return rows;
}

async function waits(): Promise<number> {
  return (
    await one<{ n: number }>(`select count(*)::int as n from fulfillment_waits where "companyId" = $1`, [
      acme.companyId,
    ])
  ).n;
}

/** A visitor whose every message is dealt with before the next one. */
async function talker(first = "I need a quote") {
  const visitor = await visitorOn(acme.channelId);
  const id = await visitor.begin(first);
  await botRuns(acme.companyId, id);
  const write = (body: string) => visitor.post(`/conversations/${id}/messages`, { body });
  const say = async (body: string) => {
    await write(body);
    await botRuns(acme.companyId, id);
  };
  return { id, say, write };
}

async function lastMessage(conversationId: string): Promise<string> {
  const text = `select "id" from messages where "conversationId" = $1 and "fromType" = 'visitor' order by "seq" desc limit 1`;
  return (await one<{ id: string }>(text, [conversationId])).id;
}

describe("the request", () => {
  it("says who writes what, where they stand and what is known, with real values", async () => {
    await connect({ global: globalUrl() });
    answers(() => ({}));
    const { id, say } = await talker();
    await say("my name is Ana");
    await say("not an address");
    const [first, second, third] = asked("/global");
    const conversation = await conversationOf(id);
    expect(first).toMatchObject({
      channel: "WEBSITE",
      visitorId: conversation.visitorId,
      chatbotName: "Assistant",
      companyId: acme.companyId,
      websiteId: acme.channelId,
      conversationId: id,
      message: "I need a quote",
      flow_state: { retry_count: 0 },
      status: "ACTIVE",
      collected_data: {
        name: { value: "" },
        email: { value: "" },
        phone: { national_format: "", international_format: "" },
      },
      chat_log: [{ sender: "visitor", message: "I need a quote", text: "I need a quote" }],
      response_log: [{ sender: "robot", message: "Hi, welcome. How can we help you?" }],
    });
    expect(first?.flow).toBeGreaterThan(0);
    expect(first?.flow).toBe(first?.flow_state.last_question_id);
    expect(first?.creation_date).toBe((conversation.createdAt as Date).toISOString());
    expect(Date.parse(first?.last_interaction_date ?? "")).toBeGreaterThanOrEqual(
      Date.parse(first?.creation_date ?? ""),
    );
    expect(second).toMatchObject({ message: "my name is Ana", collected_data: { name: { value: "Ana" } } });
    expect(second?.chat_log.map(({ text }) => text)).toEqual(["I need a quote", "my name is Ana"]);
    expect(second?.response_log.at(-1)?.text).toBe("Thanks. What is your name?");
    expect(third).toMatchObject({ message: "not an address", collected_data: { email: { value: "" } } });
    await say("still not");
    expect(asked("/global").at(-1)?.flow_state.retry_count).toBe(1);
    expect(endpoint.received[0]?.headers).toMatchObject({ "content-type": "application/json" });
    expect(endpoint.received.every(({ method }) => method === "POST")).toBe(true);
  });

  it("goes to the address of the question that the message answers, and only then", async () => {
    await connect({ nodes: { name: nodeUrl() } });
    answers(() => ({}));
    const { say } = await talker();
    expect(asked("/node")).toHaveLength(0);
    await say("Ana");
    expect(asked("/node")).toMatchObject([{ message: "Ana", collected_data: { name: { value: "Ana" } } }]);
    await say("ana@example.com");
    expect(asked("/node")).toHaveLength(1);
  });

  it("is sent once for each message, however often the job runs", async () => {
    await connect({ global: globalUrl() });
    answers(() => ({ body: { custom: { seen: 1 } }, afterMs: 30 }));
    const { say, id } = await talker();
    await say("Ana");
    expect(asked("/global").map(({ message }) => message)).toEqual(["I need a quote", "Ana"]);
    expect(await waits()).toBe(0);
    expect((await said(id)).filter((line) => line.startsWith("robot"))).toHaveLength(3);
  });
});

describe("no answer", () => {
  it.each<[string, Answer, { outcome: string; statusCode?: number }]>([
    ["a 500", { status: 500, body: { name: { value: "Eve" } } }, { outcome: "http_error", statusCode: 500 }],
    ["a redirect", { status: 302, headers: { location: "/elsewhere" } }, { outcome: "http_error", statusCode: 302 }],
    ["broken JSON", { body: '{"name":' }, { outcome: "bad_json", statusCode: 200 }],
    ["a list", { body: [1] }, { outcome: "bad_json" }],
    ["more than 256 KB", { body: { custom: { big: "x".repeat(300_000) } } }, { outcome: "too_large" }],
  ])("is %s: the flow goes on by itself", async (_what, answer, expected) => {
    await connect({ global: globalUrl() });
    answers(() => answer);
    const { id } = await talker();
    expect((await said(id)).at(-1)).toBe("robot: Thanks. What is your name?");
    expect(await calls()).toMatchObject([{ ...expected, won: false }]);
    expect(await conversationOf(id)).toMatchObject({ visitorName: "" });
    expect(endpoint.received).toHaveLength(1);
  });

  it("is an address that may not be called, or without a server", async () => {
    allowPrivateTargets(false);
    await connect({ global: globalUrl() });
    const { id } = await talker();
    allowPrivateTargets(true);
    await connect({ global: "http://127.0.0.1:1/" });
    await talker();
    expect((await said(id)).at(-1)).toBe("robot: Thanks. What is your name?");
    expect((await calls()).map(({ outcome }) => outcome)).toEqual(["blocked", "network"]);
    expect(endpoint.received).toHaveLength(0);
  });

  it("is silence for 8 seconds", { timeout: 20_000 }, async () => {
    await connect({ global: globalUrl() });
    answers(() => ({ afterMs: 12_000 }));
    const begun = Date.now();
    const { id } = await talker();
    const took = Date.now() - begun;
    expect(took).toBeGreaterThan(7900);
    expect(took).toBeLessThan(10_500);
    expect((await said(id)).at(-1)).toBe("robot: Thanks. What is your name?");
    expect(await calls()).toMatchObject([{ outcome: "timeout", won: false }]);
  });
});

describe("two endpoints", () => {
  it("are asked at once; the node's answer wins and custom data is taken from both", async () => {
    await connect({ global: globalUrl(), nodes: { name: nodeUrl() } });
    answers(({ message }, path) => {
      const email = message === "Ana" ? { email: { value: "global@example.com" } } : {};
      const body =
        path === "/global" ? { custom: { from: "global", g: 1 }, ...email } : { custom: { from: "node", n: 1 } };
      return { body, afterMs: 150 };
    });
    const { id, say } = await talker();
    const begun = Date.now();
    await say("Ana");
    expect(Date.now() - begun).toBeLessThan(1500);
    const [[atGlobal], [atNode]] = [
      endpoint.received.filter(({ url }) => url.startsWith("/global")).slice(-1),
      endpoint.received.filter(({ url }) => url.startsWith("/node")),
    ];
    expect(Math.abs((atGlobal?.at ?? 0) - (atNode?.at ?? Number.POSITIVE_INFINITY))).toBeLessThan(120);
    const conversation = await conversationOf(id);
    expect(conversation.flowState.slots.custom).toMatchObject({ from: "node", g: 1, n: 1 });
    expect(conversation.visitorEmail).toBe("");
    const recorded = await calls();
    expect(recorded.map(({ source, won }) => ({ source, won }))).toEqual([
      { source: "global", won: true },
      { source: "global", won: false },
      { source: "node", won: true },
    ]);
    expect(recorded[1]?.notes).toEqual([{ field: "", reason: "superseded" }]);
  });

  it("fall back to the global one's when the node's fails", async () => {
    await connect({ global: globalUrl(), nodes: { name: nodeUrl() } });
    answers((request, path) =>
      path === "/node"
        ? { status: 503 }
        : { body: request.message === "Ana" ? { email: { value: "g@example.com" } } : {} },
    );
    const { id, say } = await talker();
    await say("Ana");
    expect(await conversationOf(id)).toMatchObject({ visitorEmail: "g@example.com", visitorName: "Ana" });
  });
});

describe("the answer", () => {
  const robot = async (id: string) =>
    (await said(id)).filter((line) => line.startsWith("robot")).map((line) => line.slice(7));

  it("writes slots before the next question, so that what is known is not asked", async () => {
    await connect({ global: globalUrl() });
    answers(() => ({ body: { name: { value: "Ana" }, email: { value: "ana@example.com" } } }));
    const { id } = await talker();
    expect((await robot(id)).at(-1)).toContain("phone");
    expect(await conversationOf(id)).toMatchObject({ visitorName: "Ana", contactId: expect.any(String) });
  });

  it("speaks before the flow's own question, and instead of it with stopChat", async () => {
    await connect({ global: globalUrl() });
    answers(({ message }) => ({
      body: { response: { text: ["One", "Two"], stopChat: message !== "I need a quote" } },
    }));
    const { id, say } = await talker();
    expect((await robot(id)).slice(1)).toEqual(["One", "Two", "Thanks. What is your name?"]);
    await say("Ana");
    expect((await robot(id)).slice(4)).toEqual(["One", "Two"]);
    answers(() => ({}));
    await say("go on");
    expect((await robot(id)).at(-1)).toContain("email");
  });

  it("jumps by name before it jumps by id, and ignores what is not there", async () => {
    await connect({ global: globalUrl() });
    answers(() => ({ body: { response: { go_to_name: "phone", flow: 1 } } }));
    const first = await talker();
    expect((await robot(first.id)).at(-1)).toContain("phone number");
    const flow = asked("/global")[0]?.flow ?? 0;
    answers(() => ({ body: { response: { go_to_name: "nowhere", flow: flow + 2 } } }));
    const second = await talker();
    expect((await robot(second.id)).at(-1)).toContain("email");
    expect((await calls()).at(-1)?.notes).toEqual([{ field: "response.go_to_name", reason: "unknown_target" }]);
  });

  it("offers quick replies", async () => {
    await connect({ global: globalUrl() });
    const response = { text: ["Which one?"], response_type: "LIST", response_options: ["Red", "Blue"], stopChat: true };
    answers(() => ({ body: { response } }));
    const { id } = await talker();
    const text = `select "responseOptions" as o from messages where "conversationId" = $1 and "text" = 'Which one?'`;
    expect(await one(text, [id])).toEqual({ o: ["Red", "Blue"] });
  });

  it("of a statement's own endpoint comes with the statement", async () => {
    await connect({ nodes: { thanks: nodeUrl() } });
    answers(() => ({ body: { response: { text: ["Your number is 42."] } } }));
    const { id, say } = await talker();
    for (const body of ["Ana", "ana@example.com", "+1 212 555 0147"]) await say(body);
    expect(asked("/node")).toMatchObject([{ message: "+1 212 555 0147", flow: 5 }]);
    expect((await robot(id)).slice(-2)).toEqual([expect.stringContaining("Thank you"), "Your number is 42."]);
  });

  it("is dropped when an agent has written meanwhile", async () => {
    await connect({ global: globalUrl() });
    answers(() => ({ body: { response: { text: ["Late words"] } }, afterMs: 300 }));
    const visitor = await visitorOn(acme.channelId);
    const id = await visitor.begin();
    await botHears(acme.companyId, id, await lastMessage(id));
    await endpoint.until(1);
    await sendMessage.execute(admin(), {
      conversationId: id,
      from: acme.userId,
      fromType: "user",
      body: "I take over",
    });
    await settleCalls(5000);
    expect((await said(id)).at(-1)).toBe("user: I take over");
    expect((await calls()).at(-1)?.notes).toEqual([{ field: "response", reason: "bot_off" }]);
  });
});

describe("while the database is away", () => {
  it("a reply that has come is kept until it can be applied, and applies once", async () => {
    await connect({ global: globalUrl() });
    answers(() => ({ body: { response: { text: ["I was asked once"] } } }));
    const take = takeBotTurn.execute;
    let away = 0;
    const execute = vi.spyOn(takeBotTurn, "execute").mockImplementation((actor, input) => {
      if (!input.reply || away >= 3) return take(actor, input);
      away += 1;
      return Promise.reject(new AppError("unavailable"));
    });
    const { id } = await talker();
    execute.mockRestore();
    expect(away).toBe(3);
    expect(asked("/global")).toHaveLength(1);
    expect((await said(id)).filter((line) => line.endsWith(": I was asked once"))).toHaveLength(1);
    expect(await waits()).toBe(0);
  });
});

describe("while the bot is off", () => {
  it("only the global endpoint is asked, its data is kept and its words are not said", async () => {
    await connect({ global: globalUrl(), nodes: { name: nodeUrl() } });
    answers(() => ({}));
    const { id, say } = await talker();
    await switchChatbot.execute(admin(), { conversationId: id, chatbotState: "OFF" });
    const spoken = (await said(id)).length;
    const body = {
      response: { text: ["I should be silent"], stopChat: true },
      name: { value: "Ana" },
      custom: { vip: true },
    };
    answers(() => ({ body }));
    await say("something");
    expect(asked("/node")).toHaveLength(0);
    expect(await said(id)).toHaveLength(spoken + 1);
    const conversation = await conversationOf(id);
    expect(conversation).toMatchObject({ visitorName: "Ana", contactId: expect.any(String) });
    expect(conversation.flowState.slots.custom).toMatchObject({ vip: true });
    const last = (await calls()).at(-1);
    expect(last).toMatchObject({ won: true, notes: [{ field: "response", reason: "bot_off" }] });
    expect(last?.before).toMatchObject({ name: "" });
    expect(last?.after).toMatchObject({ name: "Ana", custom: { vip: true } });
  });

  it("a conversation does not count as changed when only the bot's own memory has", async () => {
    await connect({ global: globalUrl() });
    answers(() => ({}));
    const { id, say } = await talker();
    await switchChatbot.execute(admin(), { conversationId: id, chatbotState: "OFF" });
    await say("something");
    const { flowState, lastSeq, lastMessageAt, updatedAt } = await conversationOf(id);
    expect(flowState.handledSeq).toBe(lastSeq);
    expect(updatedAt).toEqual(lastMessageAt);
  });

  it("that comes while a person's reply may still be undone asks now and then whether it was, and counts after it", async () => {
    await connect({ global: globalUrl() });
    answers(() => ({ body: { custom: { heard: 1 } } }));
    const id = await (await visitorOn(acme.channelId)).begin();
    const take = takeBotTurn.execute;
    let until = 0;
    let tries = 0;
    const execute = vi.spyOn(takeBotTurn, "execute").mockImplementation(async (actor, input) => {
      if (input.reply) until ||= Date.now() + second;
      if (!input.reply || Date.now() > until) return take(actor, input);
      tries += 1;
      return { said: 0, asking: null, undecided: true };
    });
    await botHears(acme.companyId, id, await lastMessage(id));
    await settleCalls(20_000);
    execute.mockRestore();
    expect(tries).toBeLessThan(5);
    expect((await conversationOf(id)).flowState.slots.custom).toMatchObject({ heard: 1 });
  });

  it.each(["OFF", "OFF and ON again"])("an answer that was asked before it went %s counts the same", async (state) => {
    await connect({ global: globalUrl() });
    answers(() => ({ body: { response: { text: ["Too late to say"] }, custom: { late: 1 } }, afterMs: 300 }));
    const visitor = await visitorOn(acme.channelId);
    const id = await visitor.begin();
    await botHears(acme.companyId, id, await lastMessage(id));
    await endpoint.until(1);
    await switchChatbot.execute(admin(), { conversationId: id, chatbotState: "OFF" });
    if (state !== "OFF") await switchChatbot.execute(admin(), { conversationId: id, chatbotState: "ON" });
    await settleCalls(5000);
    expect((await said(id)).at(-1)).toBe("visitor: hello");
    expect((await conversationOf(id)).flowState.slots.custom).toMatchObject({ late: 1 });
    expect((await calls()).at(-1)?.notes).toEqual([{ field: "response", reason: "bot_off" }]);
  });

  it("no endpoint is called where the chatbot is disabled", async () => {
    await connect({ global: globalUrl() });
    await systemPool().query(`update chatbots set "enabled" = false where "id" = $1`, [acme.chatbotId]);
    await talker();
    expect(endpoint.received).toHaveLength(0);
  });
});

describe("order", () => {
  it("is kept: messages that come during a call wait for their turn", async () => {
    await connect({ global: globalUrl() });
    answers(({ message }) => ({ body: { custom: { [message]: true } }, afterMs: message === "hello" ? 400 : 20 }));
    const visitor = await visitorOn(acme.channelId);
    const id = await visitor.begin("hello");
    await botHears(acme.companyId, id, await lastMessage(id));
    await endpoint.until(1);
    for (const body of ["Ana", "ana@example.com"]) {
      await visitor.post(`/conversations/${id}/messages`, { body });
      await botHears(acme.companyId, id, await lastMessage(id));
    }
    expect(endpoint.received).toHaveLength(1);
    await settleCalls(5000);
    expect(asked("/global").map(({ message }) => message)).toEqual(["hello", "Ana", "ana@example.com"]);
    expect(asked("/global")[2]?.collected_data.custom).toMatchObject({ hello: true, Ana: true });
    expect(await conversationOf(id)).toMatchObject({ visitorName: "Ana", visitorEmail: "ana@example.com" });
    expect((await said(id)).filter((line) => line.startsWith("robot")).at(-1)).toContain("phone");
    expect(await waits()).toBe(0);
  });
});

describe("a process that died during a call", () => {
  it("leaves a turn that goes on without the answer, once, and a late answer changes nothing", async () => {
    await connect({ global: globalUrl() });
    answers(() => ({ body: { custom: { late: 1 } } }));
    const visitor = await visitorOn(acme.channelId);
    const id = await visitor.begin();
    await systemPool().query(
      `insert into fulfillment_waits ("companyId", "conversationId", "chatbotId", "seq", "calls", "request", "startedAt")
       select "companyId", "id", $2, 2, $3, '{}', now() from conversations where "id" = $1`,
      [id, acme.chatbotId, JSON.stringify([{ source: "global", nodeName: "", flow: 1, url: globalUrl() }])],
    );
    await botRuns(acme.companyId, id);
    expect((await said(id)).at(-1)).toBe("visitor: hello");
    await sweepWaits();
    expect((await said(id)).at(-1)).toBe("visitor: hello");
    shiftClock(13 * second);
    await sweepWaits();
    await sweepWaits();
    expect((await said(id)).slice(-2)).toEqual(["visitor: hello", "robot: Thanks. What is your name?"]);
    expect(endpoint.received).toHaveLength(0);
    expect(await calls()).toMatchObject([{ outcome: "interrupted", won: false }]);
    expect(await waits()).toBe(0);
  });
});

describe("an address that is taken away during a call [I2]", () => {
  it("does not leave the bot dumb: what is said meanwhile waits, and is answered", async () => {
    await connect({ global: globalUrl() });
    answers(() => ({ afterMs: 500 }));
    const visitor = await visitorOn(acme.channelId);
    const id = await visitor.begin("hello");
    await botHears(acme.companyId, id, await lastMessage(id));
    await connect({});
    await visitor.post(`/conversations/${id}/messages`, { body: "Ana" });
    await botHears(acme.companyId, id, await lastMessage(id));
    expect((await said(id)).at(-1)).toBe("visitor: Ana");
    await settleCalls(5000);
    expect((await said(id)).at(-1)).toContain("email");
    expect(await waits()).toBe(0);
    expect(await conversationOf(id)).toMatchObject({ visitorName: "Ana" });
  });

  it("leaves no call about a message that was answered long ago: the bot speaks again, and nothing repeats", async () => {
    const left = async () => {
      const { id, say } = await talker();
      await systemPool().query(
        `insert into fulfillment_waits ("companyId", "conversationId", "chatbotId", "seq", "calls", "request", "startedAt")
         select "companyId", "id", $2, 2, $3, '{}', now() - interval '1 hour' from conversations where "id" = $1`,
        [id, acme.chatbotId, JSON.stringify([{ source: "global", nodeName: "", flow: 1, url: globalUrl() }])],
      );
      return { id, say };
    };
    const [spoken, swept] = [await left(), await left()];
    await connect({ global: globalUrl() });
    await spoken.say("Ana");
    expect((await said(spoken.id)).at(-1)).toContain("email");
    const told = await eventsDuring(acme, async () => {
      await sweepWaits();
      await sweepWaits();
      await sweepWaits();
    });
    expect(told.filter(({ conversationId }) => conversationId === swept.id)).toEqual([]);
    const interrupted = (await calls()).filter(({ outcome }) => outcome === "interrupted");
    expect(interrupted).toHaveLength(1);
    expect(await waits()).toBe(0);
  });

  it("and one that cannot go on does not keep the sweep from the others", async () => {
    await connect({ global: globalUrl() });
    const ids: string[] = [];
    for (let at = 0; at < 2; at += 1) ids.push(await (await visitorOn(acme.channelId)).begin());
    const [stuck = "", other = ""] = ids;
    for (const [at, id] of ids.entries())
      await systemPool().query(
        `insert into fulfillment_waits ("companyId", "conversationId", "chatbotId", "seq", "calls", "request", "startedAt")
         select "companyId", "id", $2, 2, '[]', '{}', now() - make_interval(hours => $3) from conversations where "id" = $1`,
        [id, acme.chatbotId, 2 - at],
      );
    const take = takeBotTurn.execute;
    const execute = vi.spyOn(takeBotTurn, "execute").mockImplementation(async (actor, input) => {
      return input.conversationId === stuck ? { said: 0, asking: null, undecided: true } : take(actor, input);
    });
    await sweepWaits();
    execute.mockRestore();
    expect((await said(other)).at(-1)).toMatch(/^robot: /);
    const row = await one<{ late: boolean }>(
      `select "startedAt" > now() - interval '1 minute' as late from fulfillment_waits where "conversationId" = $1`,
      [stuck],
    );
    expect(row.late).toBe(true);
  });
});

describe("the inspector's memory", () => {
  it("holds the last 50 calls of a chatbot, answers cut to 16 KB", async () => {
    await connect({ global: globalUrl() });
    answers(() => ({ body: { custom: { big: "x".repeat(20_000) } } }));
    const { id, write } = await talker();
    for (let index = 0; index < 25; index += 1) await write(`message ${index}`);
    await botRuns(acme.companyId, id);
    const second = await talker();
    for (let index = 0; index < 27; index += 1) await second.write(`again ${index}`);
    await botRuns(acme.companyId, second.id);
    // On a busy machine the last of them outlast what botRuns waits.
    await expect.poll(async () => (await calls()).length).toBe(50);
    const recorded = await calls();
    expect(recorded.at(-1)?.response?.length).toBe(16 * 1024);
    expect(recorded.every(({ won }) => won)).toBe(true);
  });
});
