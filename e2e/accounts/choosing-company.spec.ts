import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { openIdentityProvider, type Vouched } from "#server/testing/identity-provider.ts";
import { expectAccessible } from "../fixtures/accessible.ts";
import { makeCompany, ownData } from "../fixtures/installation.ts";
import { answering, end } from "../fixtures/mounts.ts";
import { port } from "../fixtures/ports.ts";
import { test } from "../fixtures/test.ts";
import { desk, fillSignIn, letters } from "../fixtures/workspace.ts";

// A server of its own: only it has an identity provider.
const own = port + 6;
const base = `http://localhost:${own}`;
const clientId = "parley-journeys";
const dataDir = ownData("choosing");
let provider: Awaited<ReturnType<typeof openIdentityProvider>>;
let server: ChildProcess;

const passwords = { first: "tea at the harbour", second: "coffee by the station" };
const names = { first: `Acme ${letters()}`, second: `Bolt ${letters()}` };
const email = `${letters().toLowerCase()}@example.com`;

test.beforeAll(async () => {
  provider = await openIdentityProvider(clientId);
  const settings = {
    ...{ NODE_ENV: "production", PORT: String(own), DATA_DIR: dataDir, DATABASE_URL: "", REDIS_URL: "" },
    ...{ PUBLIC_URL: "", DEMO: "0", ROLE: "all", LOG_LEVEL: "fatal", SMTP_URL: "", MAIL_FROM: "" },
    ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: "of the journeys" },
  };
  const node = path.resolve("node_modules/.bin/node");
  server = spawn(node, ["server/main.ts"], { env: { ...process.env, ...settings, NODE_ENV: "production" } });
  await answering(base);
  for (const one of ["first", "second"] as const)
    makeCompany({ name: names[one], admin: "Paula Plural", email, password: passwords[one] }, dataDir);
});

test.afterAll(async () => {
  await end(server, "SIGTERM");
  await provider.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** The person agrees at the provider's as soon as they get there. */
async function vouchedPage(page: Page, vouched: Vouched): Promise<void> {
  await page.route(`${provider.issuer}/authorize*`, (route) =>
    route.fulfill({ status: 302, headers: { location: provider.agree(route.request().url(), vouched) } }),
  );
}

const companyIn = async (page: Page, name: string) => {
  await page.waitForURL(/\/inbox/);
  await page.goto(`${base}/settings/company`);
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue(name);
};

test("after single sign-on a person of several companies chooses one, once [found S7]", async ({ browser }) => {
  const vouched = { email, email_verified: true, sub: "paula" };
  const page = await (await browser.newContext({ viewport: desk })).newPage();
  await vouchedPage(page, vouched);

  await test.step("both are offered by name, and nobody is signed in before", async () => {
    await page.goto(`${base}/sign-in`);
    await page.getByRole("button", { name: "Continue with Single sign-on" }).click();
    await expect(page.getByRole("heading", { name: "Choose a company" })).toBeVisible();
    for (const name of Object.values(names)) await expect(page.getByRole("button", { name })).toBeVisible();
    await expectAccessible(page);
    const inbox = await page.request.get(`${base}/inbox`, { maxRedirects: 0 });
    expect(inbox.headers().location).toContain("/sign-in");
  });

  await test.step("the chosen one opens, and the choice is used up", async () => {
    await page.getByRole("button", { name: names.second }).click();
    await companyIn(page, names.second);
    // An open page would be led to sign in by itself, and cross the way that is asked for here.
    await page.goto("about:blank");
    await page.context().clearCookies({ name: /session/ });
    await page.goto(`${base}/sign-in/company`);
    await expect(page.getByText("This choice has expired")).toBeVisible();
  });

  await test.step("the next sign-in goes where the person is bound, and another company can be chosen", async () => {
    const later = await (await browser.newContext({ viewport: desk })).newPage();
    await vouchedPage(later, vouched);
    await later.goto(`${base}/sign-in`);
    await later.getByRole("button", { name: "Continue with Single sign-on" }).click();
    await companyIn(later, names.second);
    await later.goto("about:blank");
    await later.context().clearCookies();
    await later.goto(`${base}/sign-in`);
    await later.getByRole("button", { name: "Choose another company" }).click();
    await later.getByRole("button", { name: names.first }).click();
    await companyIn(later, names.first);
  });

  await test.step("whom the provider does not vouch for chooses nothing", async () => {
    const stranger = await (await browser.newContext({ viewport: desk })).newPage();
    await vouchedPage(stranger, { email, email_verified: false, sub: "mallory" });
    await stranger.goto(`${base}/sign-in`);
    await stranger.getByRole("button", { name: "Continue with Single sign-on" }).click();
    await expect(stranger.getByText("Your identity provider has not confirmed your email address")).toBeVisible();
  });
});

test("by password, each company's own leads into that company [found S7]", async ({ browser }) => {
  for (const one of ["first", "second"] as const) {
    const page = await (await browser.newContext({ viewport: desk })).newPage();
    await page.goto(`${base}/sign-in`);
    await fillSignIn(page, email, passwords[one]);
    await companyIn(page, names[one]);
  }
});

test("after single sign-on who has a passkey is asked for it, and gets in [P5]", async ({ browser }) => {
  const person = { email: `${letters().toLowerCase()}@example.com`, name: `Cove ${letters()}` };
  makeCompany({ name: person.name, admin: "Pia Passkey", email: person.email, password: passwords.first }, dataDir);
  const page = await (await browser.newContext({ viewport: desk })).newPage();
  await vouchedPage(page, { email: person.email, email_verified: true, sub: person.email });
  const devices = await page.context().newCDPSession(page);
  await devices.send("WebAuthn.enable");
  await devices.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await page.goto(`${base}/sign-in`);
  await fillSignIn(page, person.email, passwords.first);
  await page.waitForURL(/\/inbox/);
  await page.goto(`${base}/settings/profile`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Work laptop");
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goto("about:blank");

  // An answer that was on its way may bring the session back.
  await expect(async () => {
    await page.context().clearCookies();
    await page.goto(`${base}/sign-in`);
    await page.context().clearCookies({ name: /session/ });
    await expect(page.getByRole("button", { name: "Continue with Single sign-on" })).toBeVisible({ timeout: 5000 });
  }).toPass();
  await page.getByRole("button", { name: "Continue with Single sign-on" }).click();
  await page.getByRole("button", { name: person.name }).click();
  await expect(page.getByText("Or use your passkey below")).toBeVisible();
  await page.getByLabel("Code").fill("wrong-code");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("This code is not right")).toBeVisible();
  await page.getByRole("button", { name: "Use your passkey" }).click();
  await companyIn(page, person.name);
});
