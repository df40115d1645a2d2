import net, { type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openFaultyPath } from "#server/testing/proxy.ts";
import { connectRedis } from "./redis.ts";

/** As much of a Redis as says yes to everything. */
const server = net.createServer((socket) => {
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    const commands = chunk.toString("utf8").match(/^\*\d+\r$/gm) ?? [];
    socket.write("+PONG\r\n".repeat(commands.length));
  });
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

it("gives up a connection that has fallen silent and makes another", async () => {
  const path = await openFaultyPath(`redis://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { client, close } = connectRedis(path.url, "a test", { queue: 0 });
  await expect.poll(() => client.isReady, { timeout: 5000 }).toBe(true);
  expect(await client.ping()).toBe("PONG");
  path.silence();
  const unanswered = client.ping().catch((error: unknown) => error);
  path.healForNewOnes();
  expect(await unanswered).toBeInstanceOf(Error);
  await expect.poll(() => client.ping().catch(() => "none"), { timeout: 5000 }).toBe("PONG");
  await close();
  await path.close();
}, 40_000);
