import { timingSafeEqual } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";

/**
 * An example of a receiver of webhooks that answers visitors in place of the built-in bot. It knows the service only by
 * its API document: it verifies X-Webhook-Secret, drops repeats, pauses the bot on conversation/created, answers each
 * visitor with fromType=user, and gives the conversation back to the bot when the visitor asks for it.
 */
export type ExternalBot = {
  url: string;
  problems: string[];
  trust: (secret: string) => void;
  close: () => Promise<void>;
};

type Options = { baseUrl: string; token: string; port?: number };

type Created = { id: string };
type Message = {
  conversation: { id: string };
  message: { id: string; message: { text: string; type: string }; sender: { type: string } };
};
type Delivery = { event: string; timestamp: string; test?: true; data: Record<string, unknown> };

const botId = "external-bot";

function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export async function startExternalBot({ baseUrl, token, port = 0 }: Options): Promise<ExternalBot> {
  const seen = new Set<string>();
  const problems: string[] = [];
  let secret = "";
  // One after the other: a greeting must not overtake the pause.
  let work: Promise<void> = Promise.resolve();

  async function call(method: string, path: string, body: unknown): Promise<void> {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) problems.push(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  }

  const switchBot = (id: string, chatbotState: "ON" | "OFF") =>
    call("PATCH", `/v1/conversations/${id}/chatbot-state`, { chatbotState });
  const say = (id: string, text: string) =>
    call("POST", `/v1/conversations/${id}/messages`, { from: botId, fromType: "user", type: "text/plain", body: text });

  async function converse({ conversation: { id }, message: { message, sender } }: Message): Promise<void> {
    // Its own messages and the built-in bot's arrive too: only visitors are answered.
    if (sender.type !== "visitor") return;
    if (/built-in bot/i.test(message.text)) {
      await say(id, "I hand you back to the assistant.");
      await switchBot(id, "ON");
    } else {
      await say(id, `External bot: you said "${message.text}"`);
    }
  }

  async function handle({ event, data }: Delivery): Promise<void> {
    if (event === "conversation/created") await switchBot((data as Created).id, "OFF");
    if (event === "conversation/message") await converse(data as unknown as Message);
  }

  /** Deliveries may come twice: the event's id tells. */
  function isNew(eventId: string): boolean {
    if (seen.has(eventId)) return false;
    seen.add(eventId);
    return true;
  }

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (!same(String(request.headers["x-webhook-secret"]), secret)) return void response.writeHead(401).end();
      const delivery = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Delivery;
      if (delivery.event !== request.headers["x-webhook-event"]) return void response.writeHead(400).end();
      // Answered before the work is done: the service waits ten seconds at most.
      response.writeHead(202).end();
      if (delivery.test || !isNew(String(request.headers["x-webhook-event-id"]))) return;
      work = work.then(() => handle(delivery)).catch((error: unknown) => void problems.push(String(error)));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    problems,
    trust: (given) => {
      secret = given;
    },
    close: async () => {
      await work;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const events = ["conversation/created", "conversation/message"];

/** By itself: subscribes to a running Parley, answers until it is stopped, and takes its subscription away again. */
async function main(): Promise<void> {
  const { PARLEY: baseUrl = "http://localhost:3000", PARLEY_TOKEN: token, PORT: port = "4010" } = process.env;
  if (!token) {
    console.error("Set PARLEY_TOKEN to an API token with clients_read, clients_write, chat_talk and webhooks_write.");
    process.exit(2);
  }
  const bot = await startExternalBot({ baseUrl, token, port: Number(port) });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ url: bot.url, eventTypes: events });
  const answer = await fetch(`${baseUrl}/v1/webhooks`, { method: "POST", headers, body });
  const webhook = (await answer.json()) as { id: string; secret: string; message?: string };
  if (!answer.ok) {
    console.error(`The webhook was refused: ${webhook.message}`);
    await bot.close();
    process.exit(1);
  }
  bot.trust(webhook.secret);
  const stop = async () => {
    await fetch(`${baseUrl}/v1/webhooks/${webhook.id}`, { method: "DELETE", headers });
    await bot.close();
    for (const problem of bot.problems) console.error(problem);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());
  console.log(`Answering visitors at ${bot.url}. Stop with Ctrl+C.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
