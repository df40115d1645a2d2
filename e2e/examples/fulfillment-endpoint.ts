import http from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";

/**
 * An example of a fulfillment endpoint, written with nothing but the contract: a restaurant that takes bookings. It
 * keeps no memory of its own; what it wants to know later it puts into `custom`, which every later request carries.
 */

type Asked = {
  flow: number;
  collected_data: { name: { value: string }; custom: { meal?: string; table?: number } };
  chat_log: { sender: string; message: string }[];
};

type Answer = {
  response?: {
    text?: string[];
    response_type?: string;
    response_options?: string[];
    stopChat?: boolean;
    go_to_name?: string;
  };
  name?: { value: string };
  phone?: { national_format: string; international_format: string };
  custom?: Record<string, unknown>;
};

const meals = ["Lunch", "Dinner"];

export function answerBooking({ collected_data: known, chat_log }: Asked): Answer {
  const said = chat_log.at(-1)?.message ?? "";
  const meal = meals.find((one) => one.toLowerCase() === said.trim().toLowerCase());
  if (/\b(book|table)\b/i.test(said)) {
    const text = ["We would love to have you.", "Lunch or dinner?"];
    return { response: { text, response_type: "LIST", response_options: meals, stopChat: true } };
  }
  if (meal) return { custom: { meal, table: 12 }, response: { text: [`${meal} it is.`], go_to_name: "email" } };
  if (!said.includes("@") || !known.custom.meal) return {};
  return {
    name: { value: "Ana Booking" },
    phone: { national_format: "(212) 555-0186", international_format: "+1 212 555 0186" },
    response: { text: [`Table ${known.custom.table} is yours for ${known.custom.meal.toLowerCase()}.`] },
  };
}

export type Endpoint = { url: string; asked: Asked[]; close: () => Promise<void> };

export async function startEndpoint(wanted = 0): Promise<Endpoint> {
  const asked: Asked[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Asked;
    asked.push(body);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answerBooking(body)));
  });
  await new Promise<void>((resolve) => server.listen(wanted, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/bookings?key=demo-secret`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** By itself: an endpoint to put into a step or the settings of a chatbot. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const endpoint = await startEndpoint(Number(process.env.PORT ?? 4011));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void endpoint.close());
  console.log(`Taking bookings at ${endpoint.url}. Stop with Ctrl+C.`);
}
