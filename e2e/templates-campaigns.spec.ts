import { expect, type Page } from "@playwright/test";
import { expectNoFaults } from "./fixtures/faults.ts";
import { test } from "./fixtures/test.ts";
import { alive, call, demo, letters, open } from "./fixtures/workspace.ts";

test("a template is rejected, mended and approved, and a campaign with it explains who did not get it", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/inbox");
  await call(page.context(), "channels.create", { type: "WHATSAPP_API", label: letters(), sandbox: true });
  const name = `order_${letters().toLowerCase()}`;
  const body = page.getByRole("textbox", { name: "Text", exact: true });

  await test.step("the rules are told while typing, and a variable goes in at the caret", async () => {
    await page.goto("/templates/new");
    await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
    await body.fill("Hello {{2}}, please reject this order now");
    await expect(page.getByText("Number the variables {{1}}, {{2}}, {{3}} without gaps.")).toBeVisible();
    await body.fill("Hello , please reject this order now");
    await body.evaluate((area) => area instanceof HTMLTextAreaElement && area.setSelectionRange(6, 6));
    await page.getByRole("button", { name: "Insert variable" }).click();
    await page.getByRole("menuitem", { name: "Next number {{1}}" }).click();
    await expect(body).toHaveValue("Hello {{1}}, please reject this order now");
    await page.getByRole("textbox", { name: "Example for {{1}}" }).fill("Nora");
    await expect(page.getByRole("region", { name: "Preview" })).toContainText("Hello Nora, please reject");
  });

  await test.step("a draft outlasts a reload", async () => {
    await expect(page.getByText("Draft saved in this browser")).toBeVisible();
    await page.reload();
    await expect(body).toHaveValue("Hello {{1}}, please reject this order now");
  });

  await test.step("another tab writes a draft of its own, which outlasts it, too", async () => {
    const begin = async () => {
      const tab = await page.context().newPage();
      await tab.goto("/templates/new");
      await alive(tab);
      return tab;
    };
    const words = (tab: Page) => tab.getByRole("textbox", { name: "Text", exact: true });
    const second = await begin();
    await expect(words(second)).toHaveValue("");
    await words(second).fill("Something else");
    await expect(second.getByText("Draft saved in this browser")).toBeVisible();
    await second.close();
    await page.reload();
    await expect(body).toHaveValue("Hello {{1}}, please reject this order now");
    const third = await begin();
    await expect(words(third)).toHaveValue("Something else");
    await third.getByRole("button", { name: "Discard draft" }).click();
    await expect(words(third)).toHaveValue("");
    // Back again, beside what was written since.
    await third.getByRole("textbox", { name: "Name", exact: true }).fill("written_since");
    await third.getByRole("button", { name: "Undo" }).click();
    await expect(words(third)).toHaveValue("Something else");
    await expect(third.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("written_since");
    await third.getByRole("button", { name: "Discard draft" }).click();
    await expect(words(third)).toHaveValue("");
    await third.close();
    await page.reload();
    await expect(body).toHaveValue("Hello {{1}}, please reject this order now");
  });

  await test.step("it is rejected with reason and advice, mended, and approved without a reload", async () => {
    await page.getByRole("button", { name: "Submit for review" }).first().click();
    await page.waitForURL(/\/templates\/\d+$/);
    await expect(page.getByText("WhatsApp rejected it")).toBeVisible();
    await expect(page.getByText("Take the word out of the body and submit it again.")).toBeVisible();
    await body.fill("Hello {{1}}, your order is ready today");
    await page.getByRole("button", { name: "Submit again" }).first().click();
    await expect(page.getByText("Approved. You can send it.")).toBeVisible();
  });

  await test.step("a campaign is counted before it is sent, with the reasons of those left out", async () => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "New campaign" }).click();
    await page.getByRole("textbox", { name: "Campaign name" }).fill(name);
    await page.getByRole("radio", { name: "CSV file" }).click();
    await page
      .getByRole("textbox", { name: "Or paste rows" })
      .fill("phone,name\n+5491155557311,Ana\n+5491155550001,Bea\nnonsense,Eva\n+5491155557311,Ana again");
    await page.getByRole("button", { name: "Count recipients" }).click();
    await expect(page.getByText("2 of 4 would get it")).toBeVisible();
    await expect(page.getByText("Another recipient has the same number.").first()).toBeVisible();
  });

  await test.step("it runs to its end, and each failure is explained", async () => {
    await page.getByRole("button", { name: "Send campaign" }).click();
    const confirm = page.getByRole("alertdialog", { name: "Send to 2 recipients?" });
    await expect(confirm).toContainText("2 others are skipped.");
    await confirm.getByRole("button", { name: "Send to 2 recipients" }).click();
    await page.waitForURL(/\/campaigns\/[0-9a-f-]{36}$/);
    await expect(page.locator("header").getByText("Sent", { exact: true })).toBeVisible();
    const recipients = page.getByRole("table", { name: "Recipients" });
    await expect(recipients.getByRole("row", { name: /Bea/ })).toContainText(
      "This number can’t be reached on WhatsApp.",
    );
    await expect(recipients.getByRole("row", { name: /Eva/ })).toContainText("no valid phone number");
    await expect(recipients.getByRole("row", { name: /5491155557311.*Read/ })).toHaveCount(1);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    expect((await saved).suggestedFilename()).toMatch(/^campaign-.*\.csv$/);
  });

  expectNoFaults(page);
  await page.context().close();
});

test("a template may have any header and any button, and goes on into another language", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/templates/new");
  const name = `kinds_${letters().toLowerCase()}`;
  const preview = page.getByRole("region", { name: "Preview" });
  const addButton = async (kind: string, text: string) => {
    await page.getByRole("button", { name: "Add button" }).click();
    await page.getByRole("menuitem", { name: kind }).click();
    const field = page.getByRole("textbox", { name: /^(Button text|Example code)$/ }).last();
    await expect(field).toBeFocused();
    await page.keyboard.type(text);
  };

  await test.step("headers of every kind are drawn in the preview, light and dark", async () => {
    await page.getByRole("button", { name: "Dark phone" }).click();
    for (const kind of ["Video", "Document", "Location", "Image"]) {
      await page.getByRole("combobox", { name: "Header type" }).click();
      await page.getByRole("option", { name: kind }).click();
      await expect(preview).toContainText(kind);
    }
  });

  await test.step("a new button is written at once, and what is missing is brought into view", async () => {
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("Your bicycle is ready, come by any day.");
    await addButton("Quick reply", "On my way");
    await addButton("Link", "See the map");
    await addButton("Phone call", "Call the shop");
    await addButton("Copy code", "SPRING25");
    for (const text of ["On my way", "See the map", "Call the shop", "Copy code"])
      await expect(preview).toContainText(text);
    await page.getByRole("button", { name: "Submit for review" }).first().click();
    const field = page.getByRole("textbox", { name: "Name", exact: true });
    await expect(field).toBeFocused();
    await field.fill(name);
    await page.getByRole("button", { name: "Submit for review" }).first().click();
    await expect(page.getByRole("textbox", { name: "URL" })).toBeFocused();
    // The frame stays where it is: only the form scrolls.
    expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0);
    await page.keyboard.type("https://example.com/map");
    await page.getByRole("textbox", { name: "Phone number" }).fill("+541155550000");
    await page.getByRole("button", { name: "Submit for review" }).first().click();
    await page.waitForURL(/\/templates\/\d+$/);
    await expect(page.getByText("Approved. You can send it.")).toBeVisible();
  });

  await test.step("a one-time password leaves the wording to WhatsApp", async () => {
    await page.goto("/templates/new");
    await page.getByRole("radio", { name: /Authentication/ }).click();
    await expect(preview).toContainText("123456 is your verification code.");
    await page.getByRole("button", { name: "Discard draft" }).click();
    await expect(page.getByRole("radio", { name: /Utility/ })).toBeChecked();
  });

  await test.step("the copy in another language keeps the wording and is another template", async () => {
    await page.goto(`/templates?search=${name}`);
    await page.getByRole("link", { name }).click();
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Duplicate to another language" }).click();
    const dialog = page.getByRole("dialog", { name: "Duplicate to another language" });
    await dialog.getByLabel("Language").click();
    await page.getByRole("option", { name: /Brazilian Portuguese/ }).click();
    await dialog.getByRole("button", { name: "Open in editor" }).click();
    await expect(page.getByRole("textbox", { name: "Text", exact: true })).toHaveValue(/Your bicycle is ready/);
    await page.getByRole("button", { name: "Submit for review" }).first().click();
    await page.waitForURL(/\/templates\/\d+$/);
    await expect(page.getByText("Brazilian Portuguese (pt_BR)")).toBeVisible();
  });

  expectNoFaults(page);
  await page.context().close();
});

test("a campaign to filtered contacts outlasts a look elsewhere, is scheduled, cancelled and copied", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/templates");
  const name = `Service ${letters()}`;
  // A server that has just started may bring it to the platform with its second try.
  const approved = page.getByRole("row", { name: /spring_service/ }).getByText("Approved", { exact: true });
  await expect(approved).toBeVisible({ timeout: 90_000 });
  await page.goto("/campaigns/new");

  await test.step("what is missing is brought into view, also the text of a variable", async () => {
    await page.getByRole("button", { name: "Count recipients" }).click();
    await expect(page.getByRole("textbox", { name: "Campaign name" })).toBeFocused();
    await page.keyboard.type(name);
    await page.getByLabel("Template", { exact: true }).click();
    await page.getByRole("option", { name: /^spring_service/ }).click();
    // The form grows by the variables: only then the button is where it stays.
    await expect(page.getByRole("listbox")).toHaveCount(0);
    await expect(page.getByText("Enter the text that everyone gets here.")).toBeVisible();
    await expect(page.getByLabel("Template", { exact: true })).toBeFocused();
    await page.getByRole("button", { name: "Count recipients" }).click();
    await expect(page.getByRole("textbox", { name: "Text", exact: true })).toBeFocused();
    await page.keyboard.type("half the price");
    await expect(page.getByRole("region", { name: "Preview" })).toContainText("half the price");
  });

  await test.step("the draft is still there after another page", async () => {
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("option", { name: "Status", exact: true }).click();
    await page.getByRole("option", { name: "Client", exact: true }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByText("Draft saved in this browser")).toBeVisible();
    await page.getByRole("link", { name: "Contacts", exact: true }).first().click();
    await page.waitForURL(/\/contacts/);
    await page.goto("/campaigns/new");
    await expect(page.getByRole("textbox", { name: "Campaign name" })).toHaveValue(name);
    await expect(page.getByRole("button", { name: /^Status Client/ })).toBeVisible();
  });

  await test.step("it is scheduled by the company's clock", async () => {
    await page.getByRole("radio", { name: "At a set time" }).click();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel("Date and time").fill(`${tomorrow}T15:30`);
    await page.getByRole("button", { name: "Count recipients" }).click();
    await expect(page.getByText(/\d+ of \d+ would get it/)).toBeVisible();
    await page.getByRole("button", { name: "Schedule campaign" }).click();
    const confirm = page.getByRole("alertdialog");
    await expect(confirm).toContainText("15:30 (America/Argentina/Buenos Aires)");
    await confirm.getByRole("button", { name: /^Schedule for/ }).click();
    await page.waitForURL(/\/campaigns\/[0-9a-f-]{36}$/);
    await expect(page.locator("header").getByText("Scheduled", { exact: true })).toBeVisible();
  });

  await test.step("it is cancelled, and its copy begins with the same audience and words", async () => {
    await page.getByRole("button", { name: "Cancel campaign" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel campaign" }).click();
    await expect(page.locator("header").getByText("Canceled", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Duplicate" }).click();
    await expect(page.getByRole("textbox", { name: "Campaign name" })).toHaveValue(`${name} (copy)`);
    await expect(page.getByRole("textbox", { name: "Text", exact: true })).toHaveValue("half the price");
    await expect(page.getByRole("button", { name: /^Status Client/ })).toBeVisible();
  });

  expectNoFaults(page);
  await page.context().close();
});

test("an image that is not kept says why", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/templates/new");
  await page.getByRole("combobox", { name: "Header type" }).click();
  await page.getByRole("option", { name: "Image" }).click();
  const broken = { name: "broken.png", mimeType: "image/png", buffer: Buffer.from("no image") };
  await page.getByLabel("Choose an image to upload").setInputFiles(broken);
  const said = page.locator("[data-sonner-toast]").filter({ hasText: "broken.png could not be uploaded" });
  await expect(said).toContainText(/not supported|PNG, JPEG/);
  await page.context().close();
});
