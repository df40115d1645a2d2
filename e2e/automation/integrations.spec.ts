import { expect } from "@playwright/test";
import { Api } from "../fixtures/api.ts";
import { startReceiver } from "../fixtures/receiver.ts";
import { test } from "../fixtures/test.ts";
import { demo, desk, open, unique } from "../fixtures/workspace.ts";

test("a conversation that is closed is sent whole to an address, and the log says what was answered [P6]", async ({
  browser,
}) => {
  const receiver = await startReceiver();
  const admin = await open(browser, demo.admin, "/settings/integrations", { viewport: desk });
  const api = await Api.of(admin.context());
  const name = unique("Ines");

  await test.step("an administrator sets it up, tests it and switches it on", async () => {
    await admin.getByRole("button", { name: "Set up Webhook" }).click();
    const setup = admin.getByRole("dialog");
    await setup.getByLabel("URL").fill(receiver.url);
    await setup.getByLabel("Secret (optional)").fill("a secret of the journey");
    await setup.getByLabel("becomes a lead").uncheck();
    await setup.getByRole("button", { name: "Save" }).click();
    await setup.getByRole("button", { name: "Send a test" }).click();
    await expect(setup.getByText("Done")).toBeVisible();
    await admin.keyboard.press("Escape");
    await admin.getByRole("switch", { name: "Switch on Webhook" }).click();
    await expect(admin.getByRole("switch", { name: "Switch off Webhook" })).toBeChecked();
  });

  await test.step("a conversation is closed, and arrives there", async () => {
    const id = await api.conversation(name, "I want two of these");
    await api.must("POST", `/v1/conversations/${id}/close`, { isLead: false });
    await expect
      .poll(() => receiver.deliveries.map(({ body }) => body).find((body) => body.includes(id)) ?? "", {
        timeout: 15_000,
      })
      .toContain("I want two of these");
    const tags = async () => (await api.must<{ tags: string[] }>("GET", `/v1/conversations/${id}`)).tags;
    await expect.poll(tags).toContain("posted_webhook");
  });

  await test.step("the log shows it, with no secret in it", async () => {
    await admin.getByRole("button", { name: "Log of Webhook" }).click();
    const log = admin.getByRole("dialog");
    const run = log.getByRole("listitem").filter({ hasText: name }).first();
    await expect(run.getByText("Done")).toBeVisible();
    await run.getByText("1 call").click();
    await expect(run.getByText("I want two of these")).toBeVisible();
    await expect(log).not.toContainText("a secret of the journey");
    await admin.keyboard.press("Escape");
    await admin.getByRole("switch", { name: "Switch off Webhook" }).click();
  });
  await admin.context().close();
  await receiver.close();
});

test("a spreadsheet reads the leads by an address that is shown once, renewed and revoked [P6]", async ({
  browser,
}) => {
  const admin = await open(browser, demo.admin, "/settings/integrations", { viewport: desk });
  const api = await Api.of(admin.context());
  const name = unique("Lia");
  await api.must("POST", `/v1/conversations/${await api.conversation(name, "I want two of these")}/close`, {
    isLead: true,
  });
  await admin.getByRole("button", { name: "Set up Spreadsheets" }).click();
  const setup = admin.getByRole("dialog", { name: "Spreadsheets" });
  const shown = async () => {
    const code = await setup.getByRole("figure").filter({ hasText: "For Excel" }).locator("code").textContent();
    return new URL(code ?? "").pathname;
  };
  const status = async (path: string) => (await admin.request.get(path)).status();

  await test.step("an administrator sees the newest rows and makes the address", async () => {
    await expect(setup.getByRole("cell", { name, exact: true })).toBeVisible();
    await setup.getByRole("button", { name: "Make an address" }).click();
    await expect(setup.getByText("=IMPORTDATA(")).toBeVisible();
  });
  const first = await shown();
  expect(await (await admin.request.get(first)).text()).toContain(name);

  await test.step("it is not shown again, and a new one ends it", async () => {
    await admin.keyboard.press("Escape");
    await admin.getByRole("button", { name: "Set up Spreadsheets" }).click();
    await expect(setup.getByText("It is not shown again")).toBeVisible();
    await expect(setup).not.toContainText(first);
    await setup.getByRole("button", { name: "Make a new one" }).click();
    await admin.getByRole("button", { name: "Revoke and make a new one" }).click();
    await expect(setup.getByText("=IMPORTDATA(")).toBeVisible();
    expect(await status(first)).toBe(404);
  });
  const second = await shown();
  expect(await status(second)).toBe(200);

  await test.step("revoked, it reads nothing", async () => {
    await setup.getByRole("button", { name: "Revoke", exact: true }).click();
    await admin.getByRole("button", { name: "Revoke address" }).click();
    await expect(setup.getByRole("button", { name: "Make an address" })).toBeVisible();
    expect(await status(second)).toBe(404);
  });
  await admin.context().close();
});
