import { expect, test } from "@playwright/test";
import { expectNoFaults } from "./fixtures/faults.ts";
import { call, demo, letters, open } from "./fixtures/workspace.ts";

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
    await expect(page.getByText("Variables count {{1}}, {{2}}, {{3}} without gaps.")).toBeVisible();
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

  await test.step("it is rejected with reason and advice, mended, and approved without a reload", async () => {
    await page.getByRole("button", { name: "Submit for review" }).first().click();
    await page.waitForURL(/\/templates\/\d+$/);
    await expect(page.getByText("WhatsApp rejected it")).toBeVisible();
    await expect(page.getByText("Take the word out of the body and submit it again.")).toBeVisible();
    await body.fill("Hello {{1}}, your order is ready today");
    await page.getByRole("button", { name: "Submit again" }).first().click();
    await expect(page.getByText("Approved: it can be sent.")).toBeVisible();
  });

  await test.step("a campaign is counted before it is sent, with the reasons of those left out", async () => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "New campaign" }).click();
    await page.getByRole("textbox", { name: "Campaign name" }).fill(name);
    await page.getByRole("radio", { name: "A CSV file" }).click();
    await page
      .getByRole("textbox", { name: "Or paste the rows" })
      .fill("phone,name\n+5491155557311,Ana\n+5491155550001,Bea\nnonsense,Eva\n+5491155557311,Ana again");
    await page.getByRole("button", { name: "Count recipients" }).click();
    await expect(page.getByText("2 of 4 would get it")).toBeVisible();
    await expect(page.getByText("Another recipient has the same number.").first()).toBeVisible();
  });

  await test.step("it runs to its end, and each failure is explained", async () => {
    await page.getByRole("button", { name: "Send campaign" }).click();
    const confirm = page.getByRole("alertdialog", { name: "Send to 2 recipients?" });
    await expect(confirm).toContainText("2 others are left out.");
    await confirm.getByRole("button", { name: "Send to 2 recipients" }).click();
    await page.waitForURL(/\/campaigns\/[0-9a-f-]{36}$/);
    await expect(page.locator("header").getByText("Sent", { exact: true })).toBeVisible();
    const recipients = page.getByRole("table", { name: "Recipients" });
    await expect(recipients.getByRole("row", { name: /Bea/ })).toContainText(
      "The number cannot be reached on WhatsApp.",
    );
    await expect(recipients.getByRole("row", { name: /Eva/ })).toContainText("no phone number that can be read");
    await expect(recipients.getByRole("row", { name: /5491155557311.*Read/ })).toHaveCount(1);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    expect((await saved).suggestedFilename()).toMatch(/^campaign-.*\.csv$/);
  });

  expectNoFaults(page);
  await page.context().close();
});
