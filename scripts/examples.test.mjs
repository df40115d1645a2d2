import { spawn } from "node:child_process";
import http from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { nodeBinary } from "./programs.mjs";
import { root } from "./root.mjs";

/** @type {(() => void)[]} */
const endings = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

/**
 * @param {string} file
 * @param {Record<string, string>} env
 */
function start(file, env) {
  const child = spawn(nodeBinary(), [file], { cwd: root, env: { ...process.env, ...env } });
  let told = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (told += chunk));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  endings.push(() => child.kill("SIGKILL"));
  return { child, ended, told: () => told };
}

describe("the examples run by themselves [found A10]", () => {
  it("the endpoint answers a booking", async () => {
    const example = start("e2e/examples/fulfillment-endpoint.ts", { PORT: "0" });
    await expect.poll(example.told, { timeout: 30_000 }).toMatch(/Taking bookings at http/);
    const [url = ""] = /http\S+(?=\. Stop)/.exec(example.told()) ?? [];
    const body = JSON.stringify({ message: "A table for two", custom: {}, chat_log: [] });
    const answer = await fetch(url, { method: "POST", body });
    expect(answer.status).toBe(200);
    example.child.kill("SIGTERM");
    expect(await example.ended).toBe(0);
  });

  it("the bot says what it needs, subscribes, and takes its subscription away", async () => {
    const without = start("e2e/examples/external-bot.ts", { PARLEY_TOKEN: "" });
    expect(await without.ended).toBe(2);
    expect(without.told()).toContain("PARLEY_TOKEN");

    /** @type {string[]} */
    const asked = [];
    const service = http.createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.end(JSON.stringify({ id: "w1", secret: "whsec_x" }));
    });
    await new Promise((resolve) => service.listen(0, "127.0.0.1", () => resolve(undefined)));
    endings.push(() => service.close());
    const { port } = /** @type {import("node:net").AddressInfo} */ (service.address());
    const env = { PARLEY_TOKEN: "sk_live_x", PARLEY: `http://127.0.0.1:${port}`, PORT: "0" };
    const example = start("e2e/examples/external-bot.ts", env);
    await expect.poll(example.told, { timeout: 30_000 }).toContain("Answering visitors");
    example.child.kill("SIGTERM");
    expect(await example.ended).toBe(0);
    expect(asked).toEqual(["POST /v1/webhooks", "DELETE /v1/webhooks/w1"]);
  });
});
