// A bot that needs no public address: PARLEY=http://localhost:3000 PARLEY_TOKEN=sk_live_… node bot.ts
import fs from "node:fs";
import { env } from "node:process";
import { setTimeout as pause } from "node:timers/promises";

const { PARLEY = "http://localhost:3000", PARLEY_TOKEN } = env;
if (!PARLEY_TOKEN) throw new Error("Set PARLEY_TOKEN to a token with webhooks_read, clients_read and chat_talk.");
const name = "my-bot";
/** Where it reads on after a restart. */
const place = env.BOT_PLACE ?? "bot-place.txt";
const headers = { authorization: `Bearer ${PARLEY_TOKEN}`, "content-type": "application/json" };

type Told = {
  conversation: { id: string };
  message: { id: string; message: { text: string }; sender: { id: string; type: string } };
};
type Talk = { participants: { type: string; firstMessageAt: string | null }[] };
type Page = { data: { id: string; data: Told }[]; nextCursor: string };

/** Again for as long as Parley is away or says that it is too much. */
async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  for (;;) {
    const sent = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const answer = await fetch(`${PARLEY}${path}`, sent).catch(console.error);
    if (answer?.ok) return answer.json();
    const passing = !answer || answer.status === 429 || answer.status >= 500;
    if (!passing) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    const seconds = Number(answer?.headers.get("retry-after")) || 5;
    console.log(`again in ${seconds} s`);
    await pause(seconds * 1000);
  }
}

async function hear({ conversation, message }: Told): Promise<void> {
  if (message.sender.type !== "visitor") return;
  // A person of the team has written here, now or long ago: the bot is quiet.
  const { participants } = await call<Talk>("GET", `/v1/conversations/${conversation.id}`);
  if (participants.some(({ type, firstMessageAt }) => type === "user" && firstMessageAt !== null)) return;
  // fromType user pauses the built-in bot. clientMessageId: a repeat of this call sends nothing twice.
  await call("POST", `/v1/conversations/${conversation.id}/messages`, {
    from: name,
    fromType: "user",
    body: `You said: ${message.message.text}`.slice(0, 4096),
    clientMessageId: `bot-${message.id}`,
  });
  console.log(`answered ${conversation.id}`);
}

const kept = fs.existsSync(place) ? fs.readFileSync(place, "utf8") : "";
let cursor = kept || (await call<Page>("GET", "/v1/events?from=newest&limit=1")).nextCursor;
console.log("The bot listens.");
for (;;) {
  const page = await call<Page>("GET", `/v1/events?types=conversation/message&wait=30&cursor=${cursor}`);
  // One that cannot be answered, because the conversation was closed meanwhile, say, does not stop the bot.
  for (const { data } of page.data) await hear(data).catch(console.error);
  cursor = page.nextCursor;
  fs.writeFileSync(place, cursor);
}
