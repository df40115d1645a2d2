import { expect, type Page } from "@playwright/test";
import { Api } from "../fixtures/api.ts";
import { reply, replyBox, thread } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { ask, call, demo, open, signInAfresh, unique } from "../fixtures/workspace.ts";

const pieces = /_next\/static\/chunks/;

/** The server is away for what matches, until the answer is called. */
async function away(page: Page, address: RegExp): Promise<() => Promise<void>> {
  await page.route(address, (route) => route.abort("connectionrefused"));
  return () => page.unroute(address);
}

/** An open conversation, in which something is being written. */
async function writing(page: Page): Promise<void> {
  const api = await Api.of(page.context());
  const id = await api.conversation(unique("Restart"), "Is anybody there?");
  await page.goto(`/inbox/${id}`);
  await expect(thread(page)).toContainText("Is anybody there?");
  await replyBox(page).fill("half a sentence");
}

test("a piece that is asked for while the server is away takes nothing off the page, and comes with it", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/inbox");
  await writing(page);
  const back = await away(page, pieces);
  await page.getByRole("button", { name: "Insert an emoji" }).click();
  await page.waitForTimeout(2500);
  await expect(replyBox(page)).toHaveValue("half a sentence");
  await back();
  await expect(page.getByLabel("Find an emoji")).toBeVisible();
  await expect(replyBox(page)).toHaveValue("half a sentence");
  await page.context().close();
});

test("a page that another version came after says so, and goes on as it was once it is loaded anew", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/inbox");
  await writing(page);
  const renewed = page.getByText("Parley was updated.");
  await expect(renewed).toHaveCount(0);
  // Until the page is loaded anew: whatever it asks by itself before would say that all is as it was.
  let isOther = true;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) isOther = false;
  });
  await page.route(/\/api\/trpc\//, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    if (isOther) headers["x-parley-build"] = "another";
    await route.fulfill({ response, headers });
  });
  await reply(page, "a whole sentence");
  await expect(renewed).toBeVisible();
  await replyBox(page).fill("half a sentence");
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(renewed).toHaveCount(0);
  await expect(thread(page)).toContainText("a whole sentence");
  await expect(replyBox(page)).toHaveValue("half a sentence");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});

test("a place whose script is gone is loaded anew by itself", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/settings/tags");
  await page.waitForLoadState("networkidle");
  let isLoadedAnew = false;
  page.on("request", (request) => {
    isLoadedAnew ||= request.isNavigationRequest();
  });
  await page.route(pieces, (route) => (isLoadedAnew ? route.continue() : route.fulfill({ status: 404, body: "" })));
  await page.getByRole("link", { name: "Reports" }).first().click();
  await expect.poll(() => isLoadedAnew).toBe(true);
  await page.getByRole("button", { name: /account menu$/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  expect(page.url()).toContain("/reports");
  await page.context().close();
});

test("a file that was on its way when the server went arrives once it is back", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/inbox");
  await writing(page);
  const back = await away(page, /\/(?:uploads|health)/);
  const file = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("what was said") };
  await page.locator("input[type=file]").first().setInputFiles(file);
  await page.waitForTimeout(2500);
  const files = page.getByRole("list", { name: "Files to send" });
  await expect(files).toContainText("notes.txt");
  await expect(files.getByRole("alert")).toHaveCount(0);
  await back();
  await expect(files).not.toContainText("%");
  await expect(files.getByRole("alert")).toHaveCount(0);
  await page.context().close();
});

test("a session that ends elsewhere takes nothing that a dialog holds without asking, and asks once", async ({
  browser,
}) => {
  const page = await signInAfresh(browser, demo.admin.email);
  await page.goto("/settings/tags");
  await page.getByRole("button", { name: "Add tag" }).click();
  const field = page.getByRole("dialog").getByRole("textbox").first();
  await field.fill("half a name");
  let asked = 0;
  page.on("dialog", async (question) => {
    asked += 1;
    expect(question.type()).toBe("beforeunload");
    await question.dismiss();
  });
  const sessions = await ask<{ id: string; current: boolean }[]>(page.context(), "sessions.list");
  const own = sessions.find(({ current }) => current)?.id;
  await call(page.context(), "sessions.end", { sessionId: own });
  await expect.poll(() => asked).toBe(1);
  await expect(page.getByText("Your session has ended. Sign in to go on.")).toBeVisible();
  await page.waitForTimeout(8000);
  expect(asked).toBe(1);
  await expect(field).toHaveValue("half a name");
  await page.context().close();
});
