import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { makeCompany } from "../fixtures/installation.ts";
import { test } from "../fixtures/test.ts";
import { alive, call, demo, letters, nowhere, open, prove, signInAfresh, unique } from "../fixtures/workspace.ts";

test("a person of two companies proves each once, and switches between them [P5]", async ({ browser }) => {
  const email = `${letters().toLowerCase()}@example.com`;
  const name = unique("Bolt");
  const [here, there] = ["tea at the harbour", "coffee by the station"];
  makeCompany({ name, admin: "Paula Plural", email, password: there });
  const admin = await open(browser, demo.admin, nowhere);
  await prove(admin.context());
  const made = await call<{ id: string }>(admin.context(), "users.create", {
    ...{ name: "Paula Plural", email, role: "agent", password: here },
  });
  const visitor = unique("Vito");
  const api = await Api.of(admin.context());
  const conversationId = await api.conversation(visitor, "Where is my parcel");
  const person = await signInAfresh(browser, email, here);
  const tab = await person.context().newPage();
  await tab.goto("/inbox");
  const menu = async (page: Page) => {
    await page.getByRole("button", { name: "Paula Plural, account menu" }).click();
    return page.getByRole("menu");
  };

  await test.step("another company is added with the password that one has there", async () => {
    await expect((await menu(person)).getByText(name)).toHaveCount(0);
    await person.getByRole("menuitem", { name: "Add another company" }).click();
    await expect(person.getByRole("heading", { name: "Sign in to another company" })).toBeVisible();
    await expect(person.getByLabel("Email")).toHaveValue(email);
    await expectAccessible(person);
    await person.getByLabel("Password", { exact: true }).fill(there);
    await person.getByRole("button", { name: "Sign in" }).click();
    await person.waitForURL(/\/inbox/);
    await expect((await menu(person)).getByRole("menuitem", { name })).toBeDisabled();
    await person.keyboard.press("Escape");
  });

  await test.step("a page of the company that was left shows nothing of the other one, and is loaded anew", async () => {
    await tab.getByRole("link", { name: /Contacts/ }).click();
    // Until the page has been loaded anew, by the press or before it, its menu is that of the company that was left.
    await expect(async () => {
      await tab.keyboard.press("Escape");
      await expect((await menu(tab)).getByRole("menuitem", { name })).toBeDisabled({ timeout: 1000 });
    }).toPass();
    await tab.close();
  });

  await test.step("what waits in the other company is counted", async () => {
    await call(admin.context(), "conversations.assign", { conversationId, assignedTo: made.id });
    await person.reload();
    // A dot on the face; how many, the menu says.
    await expect(person.locator("html[data-elsewhere]")).toBeAttached();
    const other = (await menu(person)).getByRole("menuitem", { name: /unread notification/ });
    await expectAccessible(person);
    await other.click();
    await expect(person.getByText(visitor).first()).toBeVisible();
    // Drawn by the server: it hears no keys at once.
    await alive(person);
  });

  await test.step("the palette switches too", async () => {
    await person.keyboard.press("ControlOrMeta+k");
    await person.keyboard.type(`Switch to ${name}`);
    // Until the other company's page has come, this one's menu can be opened.
    const anew = person.waitForEvent("load");
    await person.getByRole("option", { name: `Switch to ${name}` }).click();
    await anew;
    await expect((await menu(person)).getByRole("menuitem", { name })).toBeDisabled();
    await expect(person.getByText(visitor)).toHaveCount(0);
  });

  await test.step("a mail's link opens in the company that it is about", async () => {
    await person.goto(`/inbox/${conversationId}?view=all&company=${api.companyId}`);
    await person.waitForURL(`/inbox/${conversationId}?view=all`);
    await expect(person.getByText("Where is my parcel").first()).toBeVisible();
    await alive(person);
    await expect((await menu(person)).getByRole("menuitem", { name })).toBeEnabled();
  });

  await test.step("signing out leaves both", async () => {
    await person.getByRole("menuitem", { name: "Sign out" }).click();
    await person.waitForURL(/\/sign-in/);
    await person.goto("/inbox");
    await person.waitForURL(/\/sign-in/);
  });
});
