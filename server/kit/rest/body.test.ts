import { expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { app } from "#server/rest/app.ts";
import { openCompany } from "#server/testing/fixture.ts";

const company = await openCompany("Slow");
const { origin } = new URL(env.publicUrl);
const own = { "content-type": "application/json", origin, "sec-fetch-site": "same-origin" };

function ask(path: string, address: string, body: BodyInit): Promise<Response> {
  const init: RequestInit & { duplex: "half" } = { method: "POST", headers: own, body, duplex: "half" };
  return Promise.resolve(app.request(path, init, { incoming: { socket: { remoteAddress: address } } }));
}

it.each([
  ["a chat", `/widget/v1/${company.given.channelId}/session`],
  ["a screen", "/api/trpc/conversations.addNote"],
])("lets no network fill the memory with bodies of %s that do not end, and goes on for others", async (_, path) => {
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => undefined);
  const part = new Uint8Array(1_000_000).fill(32);
  const begin = () => {
    const slow = new ReadableStream({
      start: (body) => {
        body.enqueue(part);
        gone.promise.catch((error: unknown) => body.error(error));
      },
    });
    return ask(path, "192.0.2.80", slow);
  };
  const sent = Array.from({ length: 120 }, begin);
  expect((await Promise.race(sent)).status).toBe(429);
  expect((await ask(path, "192.0.2.81", "{}".padEnd(900_000))).status).not.toBe(429);
  gone.reject(new Error("the sender has gone"));
  const { length } = (await Promise.all(sent)).filter(({ status }) => status === 429);
  expect(length).toBeLessThan(40);
  expect((await ask(path, "192.0.2.80", "{}".padEnd(900_000))).status).not.toBe(429);
});
