import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { replyBox, thread } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { demo, open, unique } from "../fixtures/workspace.ts";

async function pick(page: Page, shortcut: string): Promise<void> {
  await replyBox(page).click();
  await page.keyboard.type(`/${shortcut}`);
  await expect(page.getByRole("option", { name: new RegExp(`^/${shortcut}`) })).toBeVisible();
  await page.keyboard.press("Enter");
}

test("a saved reply with a file asks, fills itself in, and is not sent while something is missing", async ({
  browser,
}) => {
  const alex = await open(browser, demo.admin, "/settings/answers");
  const shortcut = unique("pedido")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");

  await test.step("it is written in the settings, with a file", async () => {
    await alex.getByRole("button", { name: "Add reply" }).click();
    const form = alex.getByRole("dialog", { name: "Add a saved reply" });
    await form.getByRole("textbox", { name: "Shortcut" }).fill(shortcut);
    await form.getByRole("textbox", { name: "Title" }).fill("Where it is");
    const text = "Hello {{contact.firstName|there}}, order {{ask:Order number}} goes to {{contact.custom.street}}.";
    await form.getByRole("textbox", { name: "Text" }).fill(text);
    await form.locator("input[type=file]").setInputFiles({
      ...{ name: "route.txt", mimeType: "text/plain", buffer: Buffer.from("Left, then right") },
    });
    await expect(form.getByRole("button", { name: "Remove route.txt" })).toBeVisible();
    await expectAccessible(alex);
    await form.getByRole("button", { name: "Add reply" }).click();
    await expect(form).toHaveCount(0);
    await expect(alex.getByRole("listitem").filter({ hasText: `/${shortcut}` })).toContainText("1 file");
  });

  const api = await Api.of(alex.context());
  const id = await api.conversation(unique("Olga Order"), "Where is my order?");
  await alex.goto(`/inbox/${id}`);
  await expect(thread(alex)).toContainText("Where is my order?");

  await test.step("it asks, says what is missing, and waits until that is filled in", async () => {
    await pick(alex, shortcut);
    const asking = alex.getByRole("dialog", { name: "Complete the saved reply" });
    await expectAccessible(alex);
    await asking.getByRole("textbox", { name: "Order number" }).fill("A-77");
    await asking.getByRole("button", { name: "Insert" }).click();
    await expect(replyBox(alex)).toHaveValue(/order A-77 goes to \{\{contact\.custom\.street\}\}\./);
    await expect(alex.getByText("Fill in contact.custom.street before you send this.")).toBeVisible();
    await expect(alex.getByRole("button", { name: "Send", exact: true })).toBeDisabled();
    await replyBox(alex).fill("Order A-77 goes to Rua Nova 5.");
    await alex.getByRole("button", { name: "Send", exact: true }).click();
    await expect(thread(alex)).toContainText("Order A-77 goes to Rua Nova 5.");
    await expect(thread(alex)).toContainText("route.txt");
  });
  await expectNoFaults(alex);
  await alex.context().close();
});
