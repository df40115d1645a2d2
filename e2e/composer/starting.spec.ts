import { expect } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { openPhone, phoneLog } from "../fixtures/phone.ts";
import { test } from "../fixtures/test.ts";
import { demo, letters, open } from "../fixtures/workspace.ts";

test("from a pasted number to a template on the customer's phone in five keys [W5]", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/inbox");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const api = await Api.of(page.context());
  const channels = await api.must<{ id: string; type: string }[]>("GET", "/v1/channels");
  const channelId = channels.find(({ type }) => type === "WHATSAPP_API")?.id ?? "";
  const peer = `54911${String(Date.now()).slice(-8)}`;
  const dialog = page.getByRole("dialog", { name: "Start a conversation" });
  await page.evaluate((text) => navigator.clipboard.writeText(text), `+${peer}`);

  await page.keyboard.press("c");
  await expect(dialog.getByRole("combobox")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+v");
  await expect(dialog.getByRole("option", { name: `Write to +${peer}` })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("figure", { name: "Message preview" })).toBeVisible();
  const filledIn = letters();
  for (const field of await dialog.getByRole("textbox").all()) await field.fill(filledIn);
  await dialog.getByRole("button", { name: "Send template" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/inbox\/[0-9a-f-]{36}/);
  const phone = await openPhone(browser, channelId, { peer, name: "Nora" });
  await expect(phoneLog(phone)).toContainText(filledIn);

  await test.step("a card of the pipeline leads to the same dialog, with who it is", async () => {
    const conversationId = /[0-9a-f-]{36}/.exec(page.url())?.[0] ?? "";
    await page.goto("/pipeline");
    const own = page.locator(`[data-card="${conversationId}"]`);
    const card = page.getByRole("listitem").filter({ has: own });
    await card.hover();
    await card.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Start a conversation" }).click();
    await expect(dialog.getByRole("radiogroup", { name: "Channel" })).toBeVisible();
    // The templates open by themselves: the first Escape is theirs.
    await expect(page.getByRole("option").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("option")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  await test.step("a contact's page leads to the same dialog, with who it is", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const contact = await api.must<{ data: { id: string }[] }>("GET", `/v1/contacts?search=${peer}`);
    await page.goto(`/contacts/${contact.data[0]?.id}`);
    await page.getByRole("button", { name: "Write", exact: true }).click();
    await expect(dialog.getByRole("radiogroup", { name: "Channel" })).toBeVisible();
    await expectAccessible(page);
  });
  expectNoFaults(page, phone);
  for (const one of [page, phone]) await one.context().close();
});
