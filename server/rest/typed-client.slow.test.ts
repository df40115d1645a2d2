import { execFile } from "node:child_process";
import fs from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { app } from "./app.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
/** Inside the project, so that openapi-fetch is found from there. */
const folder = path.join(root, ".cache", `typed-client-${process.pid}`);

/** What an integrator writes on the first day. */
const program = `
import createClient from "openapi-fetch";
import type { components, paths } from "./api";

type Made = { trigger: string; contact: components["schemas"]["CreatedContact"]; webhook: string };

export async function firstDay(baseUrl: string, token: string, websiteId: string): Promise<Made> {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${token}\` } });
  const trigger = await client.POST("/v1/triggers", {
    body: {
      name: "Prices",
      conditions: { matches: [{ type: "contains", value: "price" }] },
      actions: { response: "From 10 euros." },
    },
  });
  const contact = await client.POST("/v1/contacts", {
    body: { websiteId, name: "Ana", email: "ana@example.com", externalId: "crm-1" },
  });
  const webhook = await client.POST("/v1/webhooks", {
    body: { url: "https://hooks.invalid/parley", eventTypes: ["contact/created"] },
  });
  if (!trigger.data || !contact.data || !webhook.data) {
    throw new Error((trigger.error ?? contact.error ?? webhook.error)?.message);
  }
  const read = await client.GET("/v1/contacts/{contactId}", { params: { path: { contactId: contact.data.id } } });
  if (read.data?.externalId !== "crm-1") throw new Error("the contact is not as it was made");
  return { trigger: trigger.data.id, contact: contact.data, webhook: webhook.data.id };
}
`;

/** The same client, asking for what the API does not have. */
const mistaken = `
import createClient from "openapi-fetch";
import type { paths } from "./api";
export const wrong = createClient<paths>().POST("/v1/contacts", { body: { websiteId: "x", nickname: "Ana" } });
`;

let server: http.Server;
const company = await openCompany("Typed", allFurniture);

beforeAll(async () => {
  server = http.createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await fs.mkdir(folder, { recursive: true });
});
afterAll(async () => {
  await fs.rm(folder, { recursive: true });
  await new Promise((resolve) => server.close(resolve));
});

const compile = (file: string) =>
  run(process.execPath, [
    path.join(root, "node_modules/typescript/bin/tsc"),
    ...["--noEmit", "--strict", "--ignoreConfig", path.join(folder, file)],
  ]);

it("a client typed from the description compiles strictly, creates and reads, and is refused what does not exist [found A7]", async () => {
  await run(process.execPath, [path.join(root, "scripts/typed-client.mjs"), path.join(folder, "api.ts")]);
  await fs.writeFile(path.join(folder, "first-day.ts"), program);
  await fs.writeFile(path.join(folder, "mistaken.ts"), mistaken);
  const compiled = await compile("first-day.ts").catch((error: { stdout: string }) => error);
  expect(compiled.stdout).toBe("");
  const refused = await compile("mistaken.ts").catch((error: { stdout: string }) => error);
  expect(refused.stdout).toContain("TS2");

  const { firstDay } = (await import(pathToFileURL(path.join(folder, "first-day.ts")).href)) as {
    firstDay: (
      ...given: string[]
    ) => Promise<{ trigger: string; contact: { id: string; name: string }; webhook: string }>;
  };
  const { secret } = await company.token(["admin"]);
  const { port } = server.address() as AddressInfo;
  const made = await firstDay(`http://127.0.0.1:${port}`, secret, company.given.channelId ?? "");
  expect(made.contact.name).toBe("Ana");
  expect([made.trigger, made.webhook].every((id) => /^[0-9a-f-]{36}$/.test(id))).toBe(true);
});
