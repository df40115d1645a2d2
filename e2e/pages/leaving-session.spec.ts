import { expect } from "@playwright/test";
import { test } from "../fixtures/test.ts";
import { base, demo, demoPassword, desk, fillSignIn, open, signInAfresh } from "../fixtures/workspace.ts";

test("who is signed out asks for a page, signs in and lands on it", async ({ browser }) => {
  const context = await browser.newContext({ viewport: desk });
  const page = await context.newPage();
  await page.goto(`${base}/settings/profile?from=link`);
  await page.waitForURL(/\/sign-in\?to=/);
  await fillSignIn(page, demo.supervisor.email, demoPassword);
  await page.waitForURL(/\/settings\/profile\?from=link$/);
  await page.context().clearCookies();
  await page.goto(`${base}/sign-in?to=//evil.example`);
  await fillSignIn(page, demo.supervisor.email, demoPassword);
  await page.waitForURL(/\/inbox/);
  await context.close();
});

test("a session that has ended says so in the frame, with the way back to this page", async ({ browser }) => {
  const page = await signInAfresh(browser, demo.supervisor.email);
  await page.goto(`${base}/contacts`);
  await expect(page.getByRole("heading", { name: "Contacts" }).first()).toBeVisible();
  const data = { error: "unauthorized", httpStatus: 401, details: null };
  const refusal = { error: { message: "Sign in or send a valid token.", code: -32001, data } };
  await page.route("**/api/trpc/**", async (route) => {
    const calls = new URL(route.request().url()).pathname.split("/").at(-1)?.split(",") ?? [];
    // The socket may be on its way yet: told the same, it would lead to the sign-in at once, which leads back here,
    // because in truth the session lives.
    if (calls.some((call) => call.startsWith("realtime."))) return route.fallback();
    await route.fulfill({ status: 401, json: calls.map(() => refusal) });
  });
  await page.getByRole("searchbox").first().fill("nobody at all");
  const notice = page.getByRole("status").filter({ hasText: "Your session has ended. Sign in to go on." });
  await expect(notice).toBeVisible();
  await expect(page.getByText("Sign in or send a valid token.")).toHaveCount(0);
  const asked = page.waitForRequest((request) => request.isNavigationRequest());
  await notice.getByRole("link", { name: "Sign in" }).click();
  expect((await asked).url()).toMatch(/\/sign-in\?to=%2Fcontacts/);
  await page.context().close();
});

test("a press in the rail while the server is away stays in the app, and leads there later", async ({ browser }) => {
  const page = await open(browser, demo.supervisor, "/inbox");
  // What is needed then comes with the first deed.
  await page.mouse.move(300, 300);
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await page.getByRole("navigation").getByRole("link", { name: "Tasks" }).first().click();
  await expect(page.getByText("Parley cannot be reached. Retrying…")).toBeVisible();
  expect(page.url()).toContain("/inbox");
  await page.context().setOffline(false);
  await page.waitForURL(/\/tasks/, { timeout: 20_000 });
  await expect(page.getByText("Parley cannot be reached. Retrying…")).toBeHidden();
  await page.context().close();
});

test("a report of a period that ends before it begins says so beside the days", async ({ browser }) => {
  const page = await open(browser, demo.supervisor, "/reports/conversations?from=2026-11-20&to=2026-11-10");
  await expect(page.getByText("The period ends before it begins. Choose a later end.")).toBeVisible();
  await expect(page.getByText("from must be before to.")).toHaveCount(0);
  await page.context().close();
});
