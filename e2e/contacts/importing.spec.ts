import fs from "node:fs";
import { expect } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { test } from "../fixtures/test.ts";
import { demo, letters, open } from "../fixtures/workspace.ts";

const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(`${lines.join("\n")}\n`),
});

test("a file of contacts is understood, tried and brought in; what is decided is not lost without a question [W9]", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/contacts/import");
  const [first, second] = [letters(), letters()];
  const mail = (name: string) => `${name.toLowerCase()}@import.example`;
  const file = page.locator("input[type=file]");

  await test.step("what is no list of contacts is refused with words", async () => {
    await file.setInputFiles({ name: "empty.csv", mimeType: "text/csv", buffer: Buffer.alloc(0) });
    await expect(page.getByRole("alert").filter({ hasText: "The file is empty." })).toBeVisible();
    await file.setInputFiles({ name: "book.csv", mimeType: "text/csv", buffer: Buffer.from("PK\u0003\u0004 a zip") });
    await expect(page.getByText("This is not a CSV file.")).toBeVisible();
    await page.getByRole("button", { name: "Choose another file" }).click();
    await expect(page.getByRole("heading", { name: "Import contacts" })).toBeFocused();
  });

  await test.step("each row that cannot come in says why", async () => {
    await file.setInputFiles(
      csv("people.csv", "Nombre,Correo", `${first},${mail(first)}`, `${second},${mail(second)}`, "Carl,no address"),
    );
    await expect(page.getByText("1 row cannot be imported")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Import contacts" })).toBeFocused();
    await page.getByText("1 row cannot be imported").click();
    await expect(page.getByText("Email: Not an email address.")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("leaving the plan asks first", async () => {
    await page.getByRole("textbox", { name: "Tags for everyone in the file" }).fill("fair");
    await page.getByRole("link", { name: "All contacts" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stay here" }).click();
    await expect(page.getByRole("textbox", { name: "Tags for everyone in the file" })).toHaveValue("fair");
  });

  await test.step("it ends with what became of each row, as files", async () => {
    await page.getByRole("button", { name: "Import 2 contacts" }).click();
    await expect(page.getByText("Finished: 3 rows")).toBeVisible();
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Rows not imported (CSV)" }).click(),
    ]);
    expect(fs.readFileSync((await saved.path()) ?? "", "utf8")).toContain("no address");
  });
  expectNoFaults(page);
  await page.context().close();
});
