import { expect } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { mailedLink } from "../fixtures/mail.ts";
import { test } from "../fixtures/test.ts";
import { ask, call, demo, desk, fillSignIn, letters, open, prove } from "../fixtures/workspace.ts";

test("an administrator invites by mail, the person joins, forgets the password and gets in again [P5]", async ({
  browser,
}) => {
  const address = `${letters().toLowerCase()}@example.com`;
  const admin = await open(browser, demo.admin, "/settings/members");
  await prove(admin.context());
  const fresh = await browser.newContext({ viewport: desk });
  const person = await fresh.newPage();

  await test.step("the invitation leaves by mail and stands among the members", async () => {
    await admin.getByRole("button", { name: "Invite" }).click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByLabel("Email").fill(address);
    await dialog.getByRole("radio", { name: "Supervisor" }).check();
    await dialog.getByRole("button", { name: "Invite" }).click();
    await expect(dialog).toContainText(`The invitation is on its way to ${address}`);
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(admin.getByRole("region", { name: "Invited" })).toContainText(address);
    await expectAccessible(admin);
  });

  await test.step("its link asks for a name and a password, and leads into the inbox", async () => {
    const link = await mailedLink(address, "join");
    // Somebody else's browser says whose session would end there; looking uses nothing up.
    await admin.goto(link);
    await expect(admin.getByText(`This browser is signed in as ${demo.admin.email}`)).toBeVisible();
    await admin.goto("/settings/members");
    await person.route("**/api/accounts/invitation", (route) => route.abort());
    await person.goto(link);
    await expect(person.getByText("The server cannot be reached")).toBeVisible();
    await person.unroute("**/api/accounts/invitation");
    await person.getByRole("button", { name: "Try again" }).click();
    await expect(person.getByText(`You sign in as ${address}.`)).toBeVisible();
    await expectAccessible(person);
    await person.getByLabel("Your name").fill("Wanda Newcomer");
    await person.getByLabel("Password", { exact: true }).fill("password");
    await person.getByRole("button", { name: "Join the team" }).click();
    await expect(person.getByText("This password is too common")).toBeVisible();
    await person.getByLabel("Password", { exact: true }).fill("tea at the harbour");
    await person.getByRole("button", { name: "Join the team" }).click();
    await person.waitForURL(/\/inbox/);
    await expect(admin.getByRole("region", { name: "Invited" })).toHaveCount(0);
    await expect(admin.getByText("Wanda Newcomer")).toBeVisible();
  });

  await test.step("a forgotten password is replaced by a mailed link, which ends every session", async () => {
    const elsewhere = await (await browser.newContext({ viewport: desk })).newPage();
    await elsewhere.goto("/sign-in");
    await elsewhere.getByRole("link", { name: "Forgot password?" }).click();
    await elsewhere.getByLabel("Email").fill(address);
    await elsewhere.getByRole("button", { name: "Send the link" }).click();
    await expect(elsewhere.getByText(`If there is an account with ${address}`)).toBeVisible();
    const link = await mailedLink(address, "new-password");
    await elsewhere.goto("/sign-in");
    await elsewhere.goto(link);
    await expectAccessible(elsewhere);
    await elsewhere.getByLabel("Password", { exact: true }).fill("coffee at the lighthouse");
    await elsewhere.getByRole("button", { name: "Save the new password" }).click();
    await expect(elsewhere.getByText("Your new password is set")).toBeVisible();
    await person.waitForURL(/\/sign-in/);
    await fillSignIn(person, address, "coffee at the lighthouse");
    await person.waitForURL(/\/inbox/);
    await elsewhere.goto("/sign-in");
    await elsewhere.goto(link);
    // At once, and not after somebody has thought up a password for it.
    await expect(elsewhere.getByText("This link has expired or was already used")).toBeVisible();
    await expect(elsewhere.getByLabel("Password", { exact: true })).toHaveCount(0);
    await elsewhere.getByRole("link", { name: "Ask for another link" }).click();
    await expect(elsewhere.getByRole("button", { name: "Send the link" })).toBeVisible();
  });

  await test.step("a link that is opened where somebody else is signed in says so, before and after", async () => {
    const { data } = await ask<{ data: { id: string }[] }>(admin.context(), "users.list", { search: address });
    const userId = data[0]?.id ?? "";
    const { link } = await call<{ link: string }>(admin.context(), "users.passwordLink", { userId });
    await admin.goto(link);
    await expect(admin.getByText(`For ${address}.`)).toBeVisible();
    await admin.getByLabel("Password", { exact: true }).fill("bread from the corner");
    await admin.getByRole("button", { name: "Save the new password" }).click();
    await expect(admin.getByText(`This browser is still signed in as ${demo.admin.email}`)).toBeVisible();
    await admin.getByRole("link", { name: `Continue as ${demo.admin.email}` }).click();
    await admin.waitForURL(/\/inbox/);
    await person.waitForURL(/\/sign-in/);
  });

  await test.step("who has become a member by other means is told to sign in", async () => {
    const other = `${letters().toLowerCase()}@example.com`;
    const invited = { email: other, role: "agent" };
    const { link } = await call<{ link: string }>(admin.context(), "invitations.create", invited);
    await call(admin.context(), "users.create", { ...invited, name: "Mia Member", password: "tea at the harbour" });
    await person.goto(link);
    await person.getByLabel("Your name").fill("Mia Member");
    await person.getByLabel("Password", { exact: true }).fill("coffee at the lighthouse");
    await person.getByRole("button", { name: "Join the team" }).click();
    await expect(person.getByText(/You are a member of .* already\. Sign in as/)).toBeVisible();
  });
});
