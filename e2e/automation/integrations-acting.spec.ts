import http from "node:http";
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { mailedText } from "../fixtures/mail.ts";
import { port } from "../fixtures/ports.ts";
import { test } from "../fixtures/test.ts";
import { demo, desk, open, unique } from "../fixtures/workspace.ts";

/** Where scripts/e2e-server.mjs looks for Google and HubSpot. */
const services = port + 8;

type Asked = { path: string; token: string; body: string };

/** Google's Measurement Protocol and HubSpot's objects, as far as their documentation says what they answer. */
async function startServices() {
  const asked: Asked[] = [];
  const answerOf = (path: string): [number, unknown] => {
    if (path.startsWith("/debug/mp/collect")) return [200, { validationMessages: [] }];
    if (path.startsWith("/mp/collect")) return [204, undefined];
    if (path.includes("idProperty=email")) return [404, { status: "error", category: "OBJECT_NOT_FOUND" }];
    if (path.endsWith("/search")) return [200, { total: 0, results: [] }];
    return [201, { id: "601", results: [] }];
  };
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const path = request.url ?? "";
    asked.push({ path, token: request.headers.authorization ?? "", body: Buffer.concat(chunks).toString() });
    const [status, body] = answerOf(path);
    response.writeHead(status, { "content-type": "application/json" }).end(body && JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(services, "127.0.0.1", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { asked, close };
}

async function setUp(page: Page, type: string, fill: (setup: ReturnType<Page["getByRole"]>) => Promise<void>) {
  await page.getByRole("button", { name: `Set up ${type}` }).click();
  const setup = page.getByRole("dialog", { name: type });
  await fill(setup);
  await expectAccessible(page);
  await setup.getByRole("button", { name: "Save" }).click();
  await setup.getByRole("button", { name: "Send a test" }).click();
  await expect(setup.getByText("Done")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("switch", { name: `Switch on ${type}` }).click();
  await expect(page.getByRole("switch", { name: `Switch off ${type}` })).toBeChecked();
}

test("email, analytics and CRM are set up by hand, and each acts once on a lead and says so in its log [P6]", async ({
  browser,
}) => {
  const services = await startServices();
  const admin = await open(browser, demo.admin, "/settings/integrations", { viewport: desk });
  const api = await Api.of(admin.context());
  const name = unique("Leila");

  await setUp(admin, "Email", async (setup) => {
    await setup.getByRole("button", { name: "People" }).click();
    await admin.getByRole("option", { name: demo.admin.name }).click();
    await admin.keyboard.press("Escape");
  });
  await setUp(admin, "Analytics", async (setup) => {
    await setup.getByLabel("Measurement ID of Google Analytics 4").fill("G-ABC1234567");
    await setup.getByLabel("API secret of the Measurement Protocol").fill("google-secret");
  });
  await setUp(admin, "CRM", async (setup) => {
    await setup.getByRole("combobox", { name: "CRM" }).click();
    await admin.getByRole("option", { name: "HubSpot" }).click();
    await setup.getByLabel("Access token").fill("hubspot-token");
  });
  const before = services.asked.length;

  const id = await api.conversation(name, "I want two of these");
  await api.must("PUT", `/v1/conversations/${id}`, { gaClientId: "555.123", visitorEmail: "leila@example.com" });
  await api.must("POST", `/v1/conversations/${id}/close`, { isLead: true });
  const tags = async () => (await api.must<{ tags: string[] }>("GET", `/v1/conversations/${id}`)).tags;
  for (const tag of ["posted_email", "posted_analytics", "posted_crm"]) await expect.poll(tags).toContain(tag);
  expect((await tags()).filter((tag) => tag.startsWith("posted_"))).toHaveLength(3);

  await expect.poll(() => mailedText(demo.admin.email)).toContain("I want two of these");
  const called = services.asked.slice(before);
  const [google, ...more] = called.filter(({ path }) => path.startsWith("/mp/collect"));
  expect([google?.body, more.length]).toEqual([expect.stringContaining("generate_lead"), 0]);
  expect(google?.body).toContain("555.123");
  const hubspot = called.filter(({ path }) => path.startsWith("/crm/"));
  expect(hubspot.some(({ body }) => body.includes("leila@example.com"))).toBe(true);
  expect(new Set(hubspot.map(({ token }) => token))).toEqual(new Set(["Bearer hubspot-token"]));

  for (const type of ["Email", "Analytics", "CRM"]) {
    await admin.getByRole("button", { name: `Log of ${type}` }).click();
    const log = admin.getByRole("dialog");
    await expect(log.getByRole("listitem").filter({ hasText: name }).first().getByText("Done")).toBeVisible();
    for (const secret of ["google-secret", "hubspot-token"]) await expect(log).not.toContainText(secret);
    await admin.keyboard.press("Escape");
    await admin.getByRole("switch", { name: `Switch off ${type}` }).click();
  }
  await admin.context().close();
  await services.close();
});
