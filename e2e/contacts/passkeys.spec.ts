import { expect } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { test } from "../fixtures/test.ts";
import { call, demo, fillSignIn, letters, nowhere, open, prove, signInAfresh } from "../fixtures/workspace.ts";

test("a person adds a passkey and signs in with it: alone, after the password, and as proof [P5]", async ({
  browser,
}) => {
  const email = `${letters().toLowerCase()}@example.com`;
  const password = "tea at the harbour";
  const admin = await open(browser, demo.admin, nowhere);
  await prove(admin.context());
  await call(admin.context(), "users.create", { name: "Pia Passkey", email, role: "agent", password });
  await admin.context().close();
  const person = await signInAfresh(browser, email, password);
  // A phone's key store in place of one: it answers by itself once its owner is there.
  const devices = await person.context().newCDPSession(person);
  await devices.send("WebAuthn.enable");
  await devices.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  const leave = async () => {
    await person.context().clearCookies();
    await person.goto("/sign-in");
  };
  const section = person.locator("section").filter({ has: person.getByRole("heading", { name: "Passkeys" }) });

  await test.step("the first one comes with recovery codes, and stands in the profile", async () => {
    await person.goto("/settings/profile");
    await expect(section.getByText("You have no passkeys.")).toBeVisible();
    await section.getByRole("button", { name: "Add a passkey" }).click();
    await person.getByRole("dialog").getByLabel("Name").fill("Work laptop");
    await expectAccessible(person);
    await person.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
    await expect(person.getByRole("dialog").getByText("Keep these codes in a safe place")).toBeVisible();
    await person.getByRole("button", { name: "I have saved them" }).click();
    await expect(section.getByText("Work laptop")).toBeVisible();
    await expect(person.getByText("10 recovery codes are left.")).toBeVisible();
  });

  await test.step("the same device has one already", async () => {
    await section.getByRole("button", { name: "Add a passkey" }).click();
    await person.getByRole("dialog").getByLabel("Name").fill("Again");
    await person.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
    await expect(person.getByText("This device already has a passkey for your account.")).toBeVisible();
    await person.keyboard.press("Escape");
  });

  await test.step("the field of the address offers it", async () => {
    await leave();
    await person.mouse.move(20, 20);
    await person.waitForURL(/\/inbox/);
  });

  await test.step("where the field cannot, a button signs in without an address and a password", async () => {
    await person.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    });
    await leave();
    await expectAccessible(person);
    await person.getByRole("button", { name: "Use a passkey" }).click();
    await person.waitForURL(/\/inbox/);
  });

  await test.step("after a password it is the second step", async () => {
    await leave();
    await fillSignIn(person, email, password);
    await person.getByRole("button", { name: "Use your passkey" }).click();
    await person.waitForURL(/\/inbox/);
  });

  await test.step("removing it is confirmed, and then the password is enough", async () => {
    await person.goto("/settings/profile");
    await section.getByRole("button", { name: "Remove Work laptop" }).click();
    await person.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expect(section.getByText("You have no passkeys.")).toBeVisible();
    await leave();
    await fillSignIn(person, email, password);
    await person.waitForURL(/\/inbox/);
  });
});
