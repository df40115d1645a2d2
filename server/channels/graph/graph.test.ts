import http from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemPool } from "#server/db/system.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { type Connection, connectionOf } from "../connection/connecting.ts";
import { createChannel } from "../creating.ts";
import { serveSimulatorAt } from "../simulator/address.ts";
import { simulatorApp } from "../simulator/http.ts";
import { type GraphError, graphRequest } from "./graph.ts";

let connection: Connection;
let channelId: string;
let server: ReturnType<typeof serve>;
let next: { status: number; body: string } | "hang" = { status: 200, body: "{}" };
let hostile: http.Server;

const company = await openCompany();

beforeAll(async () => {
  const { fetch } = new Hono().route("/simulator/graph", simulatorApp);
  server = serve({ fetch, port: 0, overrideGlobalObjects: false });
  serveSimulatorAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  channelId = (await createChannel.execute(company.admin, { type: "WHATSAPP_API", label: "Sales", sandbox: true })).id;
  connection = await connectionOf(company.admin, channelId);
  hostile = http.createServer((_, response) => {
    if (next === "hang") return;
    response.statusCode = next.status;
    response.end(next.body);
  });
  await new Promise<void>((resolve) => hostile.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.close();
  hostile.closeAllConnections();
  hostile.close();
});

const ids = () => connection.credentials as Extract<Connection["credentials"], { platform: "whatsapp" }>;

/** A call to a server that answers what the test says, as though it were the simulator's address. */
async function against(answer: typeof next, method: "GET" | "POST" = "POST"): Promise<GraphError> {
  next = answer;
  const real = connection.graphUrl;
  const origin = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
  serveSimulatorAt(origin);
  const access = { ...connection, graphUrl: `${origin}/simulator/graph/v25.0` };
  try {
    await graphRequest(access, { method, path: "/1/messages", timeoutMs: 300 });
    throw new Error("the call went through");
  } catch (error) {
    return error as GraphError;
  } finally {
    serveSimulatorAt(new URL(real).origin);
  }
}

const refusal = (code: number, more = "") => ({ status: 400, body: `{"error":{"message":"x","code":${code}${more}}}` });

describe("the Graph client", () => {
  it("reads the number of a sandbox channel from the simulator, as it would from Meta", async () => {
    const path = `/${ids().phoneNumberId}`;
    const number = await graphRequest(connection, {
      method: "GET",
      path,
      query: { fields: "id,quality_rating,status" },
    });
    expect(number).toEqual({ id: ids().phoneNumberId, quality_rating: "GREEN", status: "CONNECTED" });
  });

  it("keeps the channel's credentials sealed", async () => {
    const { rows } = await systemPool().query(`select "credentials" from channels where "id" = $1`, [channelId]);
    expect(rows[0].credentials).not.toContain(ids().phoneNumberId);
    expect(rows[0].credentials).not.toContain("SIM.");
  });

  it("is refused with a foreign or invented token, and for what is not the channel's own", async () => {
    const wrong = { ...connection, credentials: { ...connection.credentials, accessToken: "EAAG" } };
    await expect(graphRequest(wrong, { method: "GET", path: `/${ids().phoneNumberId}` })).rejects.toMatchObject({
      code: 190,
      action: "reconnect",
      status: 401,
    });
    await expect(graphRequest(connection, { method: "GET", path: "/123456" })).rejects.toMatchObject({
      code: 100,
      subcode: 33,
      action: "reconnect",
    });
  });

  it.each([
    [refusal(130429), "slow"],
    [refusal(131056), "pair"],
    [refusal(131026), "unreachable"],
    [refusal(131047), "window"],
    [refusal(132001), "fix"],
    [refusal(132015), "pause"],
    [refusal(131048), "stop"],
    [refusal(190, ',"error_subcode":463'), "reconnect"],
    [refusal(10, ',"error_subcode":2018278'), "window"],
    [refusal(10), "denied"],
    [refusal(10, ',"error_subcode":2018065'), "window"],
    [refusal(10, ',"error_subcode":2018108'), "unreachable"],
    [refusal(200, ',"error_subcode":2018028'), "unreachable"],
    [refusal(200), "denied"],
    [refusal(131031), "restricted"],
    [refusal(987654), "fail"],
    [{ status: 503, body: '{"error":{"message":"x","code":2}}' }, "retry"],
    // Throttling comes without a code too (channels.md 1).
    [{ status: 429, body: "" }, "slow"],
    [{ status: 429, body: '{"error":{"message":"Too many"}}' }, "slow"],
    [{ status: 400, body: "" }, "fail"],
  ])("turns %j into the action %s", async (answer, action) => {
    expect(await against(answer)).toMatchObject({ name: "GraphError", action });
  });

  it("does not know what became of a POST that got no answer, a bare 5xx or nonsense", async () => {
    for (const answer of ["hang" as const, { status: 502, body: "<html>" }, { status: 200, body: "not json" }]) {
      expect((await against(answer)).action).toBe("unknown");
    }
    expect((await against({ status: 502, body: "" }, "GET")).action).toBe("retry");
  });

  it("knows that nothing was accepted where no connection was made", async () => {
    serveSimulatorAt("http://127.0.0.1:9");
    const access = { ...connection, graphUrl: "http://127.0.0.1:9/simulator/graph/v25.0" };
    await expect(graphRequest(access, { method: "POST", path: "/1/messages" })).rejects.toMatchObject({
      action: "retry",
    });
    serveSimulatorAt(new URL(connection.graphUrl).origin);
  });

  it("keeps ids beyond 2^53 whole", async () => {
    next = { status: 200, body: '{"id":16895569081298359999,"n":5}' };
    const origin = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
    serveSimulatorAt(origin);
    const access = { ...connection, graphUrl: `${origin}/simulator/graph/v25.0` };
    const answer = await graphRequest(access, { method: "GET", path: "/1" });
    serveSimulatorAt(new URL(connection.graphUrl).origin);
    expect(answer).toEqual({ id: "16895569081298359999", n: 5 });
  });
});
