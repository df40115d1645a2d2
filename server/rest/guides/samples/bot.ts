// A bot that needs no public address: PARLEY=http://localhost:3000 PARLEY_TOKEN=sk_live_… node bot.ts
import { env } from "node:process";

const { PARLEY = "http://localhost:3000", PARLEY_TOKEN } = env;
if (!PARLEY_TOKEN) throw new Error("Set PARLEY_TOKEN to a token with webhooks_read, clients_read and chat_talk.");
const name = "my-bot";
const headers = { authorization: `Bearer ${PARLEY_TOKEN}`, "content-type": "application/json" };

type Told = {
  conversation: { id: string };
  message: { id: string; message: { text: string }; sender: { id: string; type: string } };
};
type Page = { data: { id: string; data: Told }[]; nextCursor: string };

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${PARLEY}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** A person of the team has written here: the bot is quiet from then on. */
const withPeople = new Set<string>();

async function hear({ conversation, message }: Told): Promise<void> {
  const { sender } = message;
  if (sender.type === "user") withPeople.add(conversation.id);
  if (sender.type !== "visitor" || withPeople.has(conversation.id)) return;
  // fromType user pauses the built-in bot. clientMessageId: a repeat of this call sends nothing twice.
  await call("POST", `/v1/conversations/${conversation.id}/messages`, {
    from: name,
    fromType: "user",
    body: `You said: ${message.message.text}`.slice(0, 4096),
    clientMessageId: `bot-${message.id}`,
  });
  console.log(`answered ${conversation.id}`);
}

// A real bot keeps the cursor where it survives a restart, and reads on from there.
let { nextCursor: cursor } = await call<Page>("GET", "/v1/events?from=newest&limit=1");
console.log("The bot listens.");
for (;;) {
  const page = await call<Page>("GET", `/v1/events?types=conversation/message&wait=30&cursor=${cursor}`);
  // One that cannot be answered, because the conversation was closed meanwhile, say, does not stop the bot.
  for (const { data } of page.data) await hear(data).catch(console.error);
  cursor = page.nextCursor;
}
