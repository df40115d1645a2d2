import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTracing } from "#server/base/tracing.ts";
import { env } from "#server/config/env.ts";
import { parseEnv } from "#server/config/variables.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { closeOutbound } from "#server/outbound/pools.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { type Relay, startRelay } from "#server/relay/relay.ts";
import { followRelay } from "#server/relay/tail.ts";
import { app } from "#server/rest/app.ts";
import { furnishedCompany, type TestCompany } from "#server/testing/company.ts";
import { closeDoors, openDoors } from "#server/testing/doors.ts";
import { startReceiver } from "#server/testing/receiver.ts";
import { until } from "#server/testing/sockets.ts";
import { createWebhook } from "../creating.ts";
import { type Deliveries, startDeliveries } from "./delivering.ts";

type Attribute = { key: string; value: Record<string, unknown> };
type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Attribute[] };
type Sent = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

let company: TestCompany;
let relay: Relay;
let deliveries: Deliveries;
let secret: string;

/** A collector as OTLP/HTTP has it, in JSON. */
async function startCollector() {
  const spans: Span[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Sent;
    if (request.url === "/v1/traces")
      spans.push(...sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { spans, endpoint: `http://127.0.0.1:${port}`, close: () => server.close() };
}

beforeAll(async () => {
  openDoors();
  const url = env.databaseUrl ?? "";
  await prepareJobs(url);
  allowPrivateTargets(true);
  company = await furnishedCompany("Traces");
  secret = (await company.token(["admin"])).secret;
  relay = await startRelay({ url, consumers: [], ticks: [] });
  deliveries = await startDeliveries({ url, follow: followRelay, backoffMs: 100 });
});
afterAll(async () => {
  await deliveries.stop();
  await relay.stop();
  await closeOutbound();
  allowPrivateTargets(false);
  await closeDoors();
});

const contact = (headers: Record<string, string> = {}) =>
  app.request("/v1/contacts", {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json", ...headers },
    body: JSON.stringify({ websiteId: company.given.channelId, name: "Tracy Tell", email: "tracy@tell.example" }),
  });

it("tells a collector of one trace from a request to the delivered webhook, with nothing of people in it [P4]", async () => {
  const collector = await startCollector();
  const receiver = await startReceiver();
  await createWebhook.execute(company.admin, { url: receiver.url, eventTypes: ["contact/created"] });
  const stop = await openTracing({ endpoint: collector.endpoint, service: "parley" });
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  expect((await contact({ traceparent: `00-${traceId}-00f067aa0ba902b7-01` })).status).toBe(200);
  const wanted = ["POST /v1/contacts", "contacts.create", "event contact/created", "relay contact/created"];
  const ours = () => collector.spans.filter((span) => span.traceId === traceId);
  const named = (name: string) => ours().find((span) => span.name === name);
  await until(() => [...wanted, "deliver contact/created"].every((name) => named(name) !== undefined));
  await stop();
  expect(named("POST /v1/contacts")?.parentSpanId).toBe("00f067aa0ba902b7");
  expect(named("contacts.create")?.parentSpanId).toBe(named("POST /v1/contacts")?.spanId);
  const event = named("event contact/created");
  expect(event?.parentSpanId).toBe(named("contacts.create")?.spanId);
  expect(named("relay contact/created")?.parentSpanId).toBe(event?.spanId);
  const delivery = named("deliver contact/created");
  expect(delivery?.parentSpanId).toBe(event?.spanId);
  expect(receiver.received.map(({ headers }) => headers.traceparent)).toEqual([`00-${traceId}-${delivery?.spanId}-01`]);
  expect(delivery?.attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: 200 } });
  expect(JSON.stringify(collector.spans)).not.toMatch(/tracy|tell\.example|127\.0\.0\.1/i);
  await receiver.close();
  collector.close();
});

it("begins a trace of its own where what came is malformed", async () => {
  const collector = await startCollector();
  const stop = await openTracing({ endpoint: collector.endpoint, service: "parley" });
  await contact({ traceparent: `00-${"0".repeat(32)}-00f067aa0ba902b7-01` });
  await contact({ traceparent: "'; drop table events; --" });
  await until(() => collector.spans.filter(({ name }) => name === "POST /v1/contacts").length === 2);
  await stop();
  for (const { name, parentSpanId, traceId } of collector.spans) {
    if (name === "POST /v1/contacts") expect(parentSpanId ?? "").toBe("");
    expect(traceId).not.toBe("0".repeat(32));
  }
  collector.close();
});

it("goes on undisturbed while no collector is there, and without one sends and stores nothing", async () => {
  const stop = await openTracing({ endpoint: "http://127.0.0.1:9", service: "parley" });
  const begun = performance.now();
  for (let time = 0; time < 20; time += 1) expect((await contact()).status).toBe(200);
  await stop();
  expect(performance.now() - begun).toBeLessThan(10_000);
  const receiver = await startReceiver();
  await createWebhook.execute(company.admin, { url: receiver.url, eventTypes: ["contact/created"] });
  await contact();
  await until(() => receiver.received.length > 0);
  expect(receiver.received[0]?.headers.traceparent).toBeUndefined();
  await receiver.close();
  expect(parseEnv({}).tracing).toBeUndefined();
  expect(() => parseEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" })).toThrow("OTEL_EXPORTER_OTLP_ENDPOINT");
  const { tracing } = parseEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/" });
  expect(tracing).toEqual({ endpoint: "http://collector:4318", service: "parley" });
});
