import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { inDatabase } from "../fixtures/installation.ts";
import { mailedText } from "../fixtures/mail.ts";
import { test } from "../fixtures/test.ts";
import { call, demo, desk, letters, nowhere, open, phone, prove, signInAfresh, unique } from "../fixtures/workspace.ts";

const password = "tea at the harbour";

/** What it looks like, for who wants to see it: in the run's folder of results. */
async function pictures(page: Page, name: string): Promise<void> {
  for (const viewport of [desk, phone])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.waitForTimeout(200);
      await page.screenshot({ path: test.info().outputPath(`${name}-${viewport.width}-${colorScheme}.png`) });
    }
  await page.setViewportSize(desk);
}

test("a person switches the daily digest on, and is mailed in the morning what waits [P5]", async ({ browser }) => {
  const admin = await open(browser, demo.admin, nowhere);
  await prove(admin.context());
  const email = `${letters().toLowerCase()}@example.com`;
  const made = await call<{ id: string }>(admin.context(), "users.create", {
    ...{ name: "Dora Digest", email, role: "agent", password },
  });
  const visitor = unique("Vito");
  const conversationId = await (await Api.of(admin.context())).conversation(visitor, "Is anybody there?");
  await call(admin.context(), "conversations.assign", { conversationId, assignedTo: made.id });
  const person = await signInAfresh(browser, email, password);
  const digest = person.getByRole("switch", { name: "Email me a digest every day" });

  await test.step("the setting stays as it was left", async () => {
    await person.goto("/settings/notifications");
    await expect(digest).not.toBeChecked();
    await digest.click();
    await expect(digest).toBeChecked();
    await person.reload();
    await expect(digest).toBeChecked();
    await digest.scrollIntoViewIfNeeded();
    await pictures(person, "setting");
    await expectAccessible(person);
  });

  await test.step("in the morning a mail says what waits, and leads to the setting", async () => {
    const moved = await inDatabase(
      `update notification_preferences set "digestDueAt" = now() - interval '1 minute' where "userId" = $1`,
      [made.id],
    );
    expect(moved).toBe(1);
    await expect.poll(() => mailedText(email), { timeout: 150_000 }).toContain("/settings/notifications");
    const mail = await mailedText(email);
    expect(mail).toMatch(/Visitors who wait for you/);
    expect(mail).toContain(visitor);
    const html = /<!doctype html[\s\S]*<\/html>/i.exec(mail)?.[0] ?? "";
    expect(html).toContain("Dora Digest");
    const shown = await (await browser.newContext({ viewport: desk })).newPage();
    await shown.setContent(html);
    await pictures(shown, "mail");
  });
  expectNoFaults(person);
});
