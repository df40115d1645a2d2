// An endpoint that answers for a chatbot when it knows better: node fulfillment.ts
import http from "node:http";
import { env } from "node:process";

type Asked = { message: string; collected_data: { custom: Record<string, unknown> } };

const orders: Record<string, string> = { "1001": "is on its way", "1002": "waits for payment" };

/** Everything may be left out: without an answer the flow goes on as it is drawn. */
function answer({ message, collected_data: { custom } }: Asked) {
  const [number] = /\b\d{4}\b/.exec(message) ?? [];
  const state = number && orders[number];
  if (state) {
    // What is written to custom comes with every later request of the conversation.
    return { custom: { order: number }, response: { text: [`Order ${number} ${state}.`], stopChat: true } };
  }
  if (!/order/i.test(message) || custom.order) return {};
  return { response: { text: ["What is the number of your order?"], stopChat: true } };
}

const server = http.createServer(async (request, response) => {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const told = JSON.stringify(answer(JSON.parse(Buffer.concat(chunks).toString("utf8"))));
    // Within 8 seconds and 256 KB.
    response.writeHead(200, { "content-type": "application/json" }).end(told);
  } catch (error) {
    // Half a request, or what is no JSON: the flow goes on without an answer.
    console.error(error);
    response.writeHead(400).end();
  }
});

const port = Number(env.PORT ?? 4011);
server.listen(port, "127.0.0.1", () => console.log(`Answering at http://127.0.0.1:${port}/`));
