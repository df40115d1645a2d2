import { expect } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expectAccessible } from "../fixtures/accessible.ts";
import { test } from "../fixtures/test.ts";
import { call, demo, desk, fillSignIn, letters, nowhere, open, prove, signInAfresh } from "../fixtures/workspace.ts";

test("a person sets up two-step verification, signs in with a code, and with a recovery code [P5]", async ({
  browser,
}) => {
  const email = `${letters().toLowerCase()}@example.com`;
  const password = "tea at the harbour";
  const admin = await open(browser, demo.admin, nowhere);
  await prove(admin.context());
  await call(admin.context(), "users.create", { name: "Tilda Twostep", email, role: "agent", password });
  const person = await signInAfresh(browser, email, password);
  let secret = "";
  let recovery = "";
  /** Each code is taken once: the next step's is good already. */
  const code = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

  await test.step("the profile shows a picture and a key, and after the first code the recovery codes", async () => {
    await person.goto("/settings/profile");
    await person.getByRole("button", { name: "Set up two-step verification" }).click();
    const dialog = person.getByRole("dialog");
    await expect(dialog.getByAltText("QR code for the authenticator app")).toBeVisible();
    secret = ((await dialog.locator("code").textContent()) ?? "").trim();
    await expectAccessible(person);
    await dialog.getByLabel("Code", { exact: true }).fill("000000");
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(dialog.getByText("This code is not right")).toBeVisible();
    await dialog.getByLabel("Code", { exact: true }).fill(code(0));
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(dialog.getByText("Two-step verification is on")).toBeVisible();
    recovery = ((await dialog.locator("code").textContent()) ?? "").split("\n")[0] ?? "";
    await dialog.getByRole("button", { name: "I have saved them" }).click();
    await expect(person.getByText("10 recovery codes are left.")).toBeVisible();
  });

  await test.step("signing in asks for a code after the password", async () => {
    const fresh = await (await browser.newContext({ viewport: desk })).newPage();
    await fresh.goto("/sign-in");
    await fillSignIn(fresh, email, password);
    await expect(fresh.getByLabel("Code", { exact: true })).toBeFocused();
    await expectAccessible(fresh);
    await fresh.keyboard.type("000000");
    await fresh.keyboard.press("Enter");
    await expect(fresh.getByText("This code is not right")).toBeVisible();
    await fresh.getByLabel("Code", { exact: true }).fill(code(1));
    await fresh.keyboard.press("Enter");
    await fresh.waitForURL(/\/inbox/);
  });

  await test.step("a recovery code does it without the phone, once", async () => {
    const fresh = await (await browser.newContext({ viewport: desk })).newPage();
    for (const works of [true, false]) {
      await fresh.context().clearCookies();
      await fresh.goto("/sign-in");
      await fillSignIn(fresh, email, password);
      await fresh.getByLabel("Code", { exact: true }).fill(recovery);
      await fresh.keyboard.press("Enter");
      if (works) await fresh.waitForURL(/\/inbox/);
      else await expect(fresh.getByText("This code is not right")).toBeVisible();
    }
  });

  await test.step("an administrator switches it off for who has lost it", async () => {
    await admin.goto("/settings/members");
    await admin.getByRole("row", { name: /Tilda Twostep/ }).click();
    await admin.getByRole("button", { name: "Switch off two-step verification" }).click();
    await admin
      .getByRole("alertdialog")
      .or(admin.getByRole("dialog"))
      .last()
      .getByRole("button", { name: "Switch off two-step verification" })
      .click();
    await expect(admin.getByText("Two-step verification is off for Tilda Twostep")).toBeVisible();
    await person.waitForURL(/\/sign-in/);
  });
});
