import fs from "node:fs";
import { expect } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { test } from "../fixtures/test.ts";
import { demo, desk, nowhere, open, unique } from "../fixtures/workspace.ts";

test("an administrator erases a person everywhere and hands on the certificate, which names nobody [P4]", async ({
  browser,
}) => {
  const boss = await open(browser, demo.admin, nowhere, { viewport: desk });
  const api = await Api.of(boss.context());
  const name = unique("Greta Gone");
  const [{ id: websiteId } = { id: "" }] = await api.must<{ id: string }[]>("GET", "/v1/channels?type=WEBSITE");
  const { id } = await api.must<{ id: string }>("POST", "/v1/contacts", { websiteId, name });
  await boss.goto(`/contacts/${id}`);
  await boss.getByRole("button", { name: "More actions" }).click();
  await boss.getByRole("menuitem", { name: "Erase everywhere" }).click();
  const asked = boss.getByRole("alertdialog");
  await expect(asked).toContainText(`Erase ${name} everywhere?`);
  await expect(asked.getByRole("button", { name: "Erase everywhere" })).toBeDisabled();
  await expectAccessible(boss);
  await asked.getByRole("textbox").fill("erase");
  await asked.getByRole("button", { name: "Erase everywhere" }).click();

  await boss.waitForURL("**/settings/retention");
  const row = boss.getByRole("list", { name: "Erased people" }).getByRole("listitem").filter({ hasText: id });
  await expect(row).toContainText("0 conversations");
  await expect(row).toContainText("Complete", { timeout: 60_000 });
  await expectAccessible(boss);
  const saving = boss.waitForEvent("download");
  await row.getByRole("button", { name: "Download certificate" }).click();
  const text = fs.readFileSync(await (await saving).path(), "utf8");
  expect(text).toContain("Certificate of erasure");
  expect(text).toContain(id);
  expect(text).not.toContain(name);
  expectNoFaults(boss);
});
