import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { inDatabase } from "../fixtures/installation.ts";
import { test } from "../fixtures/test.ts";
import { ask, call, demo, letters, open, prove, signInAfresh } from "../fixtures/workspace.ts";

const password = "tea at the harbour";

/** An administrator of the journey's own, signed in, whose sign-in was eleven minutes ago. */
async function administrator(admin: Page, name: string): Promise<Page> {
  const email = `${name.toLowerCase()}@example.com`;
  await prove(admin.context());
  const made = await call<{ id: string }>(admin.context(), "users.create", { name, email, role: "admin", password });
  const browser = admin.context().browser();
  if (!browser) throw new Error("no browser");
  const page = await signInAfresh(browser, email, password);
  await grow(made.id);
  return page;
}

const grow = (userId: string) =>
  inDatabase(`update user_sessions set "provenAt" = now() - interval '11 minutes' where "userId" = $1`, [userId]);

const tokenNames = async (page: Page) =>
  (await ask<{ name: string }[]>(page.context(), "tokens.list")).map(({ name }) => name);

async function makeToken(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Create token" }).first().click();
  const form = page.getByRole("dialog", { name: "Create a token" });
  await form.getByLabel("Name").fill(name);
  await form.getByRole("checkbox", { name: "Everything" }).check();
  await form.getByRole("button", { name: "Create token" }).click();
}

test("a deed that opens a lasting way in asks for the password after ten minutes, and is done after it [found S16]", async ({
  browser,
}) => {
  const admin = await open(browser, demo.admin, "/inbox");
  const page = await administrator(admin, letters());
  const asking = page.getByRole("dialog", { name: "Confirm that it’s you" });
  const [given, taken] = [letters(), letters()];
  await page.goto("/settings/tokens");

  await test.step("given up, nothing is made, and what was entered is still there", async () => {
    await makeToken(page, given);
    await expect(asking).toBeVisible();
    await expectAccessible(page);
    await asking.getByRole("button", { name: "Cancel" }).click();
    await expect(asking).toBeHidden();
    await expect(page.getByRole("dialog", { name: "Create a token" }).getByLabel("Name")).toHaveValue(given);
    expect(await tokenNames(page)).not.toContain(given);
  });

  await test.step("a wrong password makes nothing and may be tried again; the right one does the deed", async () => {
    await page.getByRole("dialog", { name: "Create a token" }).getByRole("button", { name: "Create token" }).click();
    await asking.getByLabel("Your password").fill("not the password");
    await asking.getByRole("button", { name: "Confirm" }).click();
    await expect(asking.getByText("This is not your current password.")).toBeVisible();
    expect(await tokenNames(page)).not.toContain(given);
    await asking.getByLabel("Your password").fill(password);
    await asking.getByRole("button", { name: "Confirm" }).click();
    await expect(asking).toBeHidden();
    await expect(
      page
        .getByRole("dialog")
        .getByText(/sk_live_/)
        .first(),
    ).toBeVisible();
    expect(await tokenNames(page)).toContain(given);
    await page.keyboard.press("Escape");
    // It was not copied, and is not shown again.
    const question = page.getByRole("alertdialog", { name: "Close without copying it?" });
    await question.getByRole("button", { name: "Close" }).click();
  });

  await test.step("for ten minutes it is not asked again", async () => {
    await makeToken(page, taken);
    await expect(
      page
        .getByRole("dialog")
        .getByText(/sk_live_/)
        .first(),
    ).toBeVisible();
    await expect(asking).toBeHidden();
    expect(await tokenNames(page)).toContain(taken);
  });
  expectNoFaults(page);
});
