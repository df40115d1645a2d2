import { expect, type Locator, type Page } from "@playwright/test";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { list, note, replyBox, row, thread } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { ask, demo, letters, nowhere, open } from "../fixtures/workspace.ts";

const tablet = { width: 768, height: 1024 };
/** A 1440 by 900 window at 200 %. */
const zoomed = { width: 720, height: 450 };

const head = (page: Page) => page.getByRole("region", { name: /^Conversation with/ }).locator("header");
const toasts = (page: Page) => page.locator("[data-sonner-toast]");

/** Controls of the head that lie over one another. */
async function overlaps(where: Locator): Promise<string[]> {
  return where.evaluate((element) => {
    const shown = [...element.querySelectorAll<HTMLElement>("h2, button")].filter((one) => one.offsetParent !== null);
    const boxes = shown.map((one) => ({
      name: one.getAttribute("aria-label") ?? one.textContent,
      box: one.getBoundingClientRect(),
    }));
    return boxes.flatMap(({ name, box }, index) =>
      boxes
        .slice(index + 1)
        .filter(({ box: other }) => {
          const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
          const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
          return across > 1 && down > 1;
        })
        .map((other) => `${name} / ${other.name}`),
    );
  });
}

async function conversationOf(page: Page, name: string, lines: number): Promise<string> {
  const api = await Api.of(page.context());
  return api.conversation(name, ...Array.from({ length: lines }, (_, n) => `Message ${n + 1} of this visitor.`));
}

test("a change shows where it was made, with undo beside it, and nothing covers Send [found U5]", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/inbox?view=all");
  const api = await Api.of(page.context());
  const id = await conversationOf(page, `Uno ${letters()}`, 1);
  await page.goto(`/inbox/${id}?view=all`);
  await expect(thread(page)).toBeVisible();
  await replyBox(page).fill("Half a sentence");
  const tag = letters();
  await page.getByRole("button", { name: "Add tag" }).first().click();
  await page.keyboard.type(tag);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(head(page).getByText(tag, { exact: true })).toBeVisible();
  await expect(
    head(page)
      .getByRole("status")
      .filter({ hasText: `Tag ${tag} added` }),
  ).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
  // Made in a conversation, it is one of the team's.
  await expect
    .poll(async () => (await api.must<{ name: string }[]>("GET", "/v1/operator-tags")).map(({ name }) => name))
    .toContain(tag);

  // However late each leaves, what is chosen last comes last, and the screen stays with it meanwhile.
  await page.route(/actions\.(undo|bulk)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  const answers: string[] = [];
  page.on("response", (response) => {
    const [deed] = /actions\.(undo|bulk)/.exec(response.url()) ?? [];
    if (deed) answers.push(deed);
  });
  await page.getByRole("button", { name: /^Phase: / }).click();
  await page.getByRole("option", { name: "In progress", exact: true }).click();
  const moved = head(page).getByRole("status").filter({ hasText: "Moved to In progress" });
  await expect(moved).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Phase: New" })).toBeVisible();
  await expect(moved).toHaveCount(0);

  await page.getByRole("button", { name: /^Phase: / }).click();
  await page.getByRole("option", { name: "In progress", exact: true }).click();
  await expect(moved).toBeVisible();
  const chosen = page.getByRole("button", { name: "Phase: In progress" });
  await expect(chosen).toBeVisible();
  const wavered = chosen.waitFor({ state: "detached" }).then(() => "wavered");
  const answered = expect.poll(() => answers).toEqual(["actions.bulk", "actions.undo", "actions.bulk"]);
  expect(await Promise.race([answered.then(() => "stayed"), wavered])).toBe("stayed");
  const phases = await api.must<{ id: string; name: string }[]>("GET", "/v1/phases");
  const won = phases.find((phase) => phase.name === "Won")?.id;
  await expect
    .poll(async () => (await api.must<{ phaseId: string }>("GET", `/v1/conversations/${id}`)).phaseId)
    .toBe(phases.find((phase) => phase.name === "In progress")?.id);
  await api.must("PATCH", `/v1/conversations/${id}/phases/${won}`);
  // Somebody else has moved it on: undoing would no longer take back what it says.
  await expect(page.getByRole("button", { name: "Phase: Won" })).toBeVisible();
  await expect(moved).toHaveCount(0);
  await expect(toasts(page)).toHaveCount(0);
  expectNoFaults(page);
});

test("after closing the next conversation opens, and the closed one can be reopened [found U7]", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/inbox?view=all");
  const family = letters();
  const first = await conversationOf(page, `Una ${family}`, 1);
  const second = await conversationOf(page, `Dos ${family}`, 1);
  const api = await Api.of(page.context());
  const waiting = async () =>
    (await api.must<{ waitingSince: string | null }>("GET", `/v1/conversations/${second}`)).waitingSince;
  const waited = await waiting();
  await page.goto(`/inbox/${second}?view=all&search=${family}`);
  await expect(row(page, `Una ${family}`)).toBeVisible();
  await expect(row(page, `Dos ${family}`)).toBeVisible();
  await page.getByRole("button", { name: "Close conversation" }).click();
  await page.getByRole("menuitem", { name: "Close, not a lead" }).click();
  await expect(page).toHaveURL(new RegExp(`/inbox/${first}`));
  const toast = toasts(page).filter({ hasText: "Closed, not a lead" });
  await expect(toast).toBeVisible();
  // While the pointer rests on it, it stays.
  await toast.hover();
  const box = await toast.boundingBox();
  const send = await page.getByRole("button", { name: "Send", exact: true }).boundingBox();
  expect(box && send && (box.x + box.width <= send.x || box.y + box.height <= send.y)).toBe(true);
  await toast.getByRole("button", { name: "Reopen" }).click();
  await expect(page).toHaveURL(new RegExp(`/inbox/${second}`));
  await expect(page.getByRole("button", { name: "Close conversation" })).toBeVisible();
  await expect(toast).toHaveCount(0);
  // Taken back, not opened anew: the visitor waits since then, not since never.
  await expect.poll(waiting).toBe(waited);

  // Each person's own choice.
  await page.getByRole("button", { name: "Close conversation" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Then open the next one" }).click();
  await page.getByRole("menuitem", { name: "Close, not a lead" }).click();
  await expect(head(page).getByRole("button", { name: "Reopen" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/inbox/${second}`));
  expectNoFaults(page);
});

test("J and K open the next and the previous conversation from within a thread [found U7]", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/inbox?view=all");
  const family = letters();
  const below = await conversationOf(page, `Jot ${family}`, 1);
  const above = await conversationOf(page, `Key ${family}`, 1);
  await page.goto(`/inbox/${above}?view=all&search=${family}`);
  await expect(list(page).getByRole("option")).toHaveCount(2);
  await thread(page).click();
  await page.keyboard.press("j");
  await expect(page).toHaveURL(new RegExp(`/inbox/${below}`));
  await expect(page.getByRole("region", { name: `Messages with Jot ${family}` })).toBeVisible();
  await page.keyboard.press("k");
  await expect(page).toHaveURL(new RegExp(`/inbox/${above}`));
  expectNoFaults(page);
});

test("at 200 % zoom and at 768 px a conversation is named, read and answered [found U8]", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/inbox?view=all");
  const name = `Maximiliana ${letters()}`;
  const id = await conversationOf(page, name, 8);
  for (const viewport of [zoomed, tablet]) {
    await page.setViewportSize(viewport);
    await page.goto(`/inbox/${id}?view=all`);
    const title = head(page).getByRole("heading", { name });
    await expect(title).toBeVisible();
    expect((await title.boundingBox())?.width, `name at ${viewport.width}`).toBeGreaterThan(100);
    await expect(thread(page).getByText("Message 8 of this visitor.")).toBeVisible();
    const area = await thread(page).boundingBox();
    const boxes = await Promise.all(
      (
        await thread(page)
          .getByText(/^Message \d of this visitor\.$/)
          .all()
      ).map((one) => one.boundingBox()),
    );
    const fully = boxes.filter(
      (box) => box && area && box.y >= area.y && box.y + box.height <= area.y + area.height,
    ).length;
    expect(fully, `messages at ${viewport.width}`).toBeGreaterThanOrEqual(4);
    expect(await overlaps(head(page))).toEqual([]);
    expect((await head(page).boundingBox())?.height).toBeLessThanOrEqual(60);
    // What found no room is in a menu.
    await page.getByRole("button", { name: "Assignee, phase, tags, amount" }).click();
    await expect(page.getByRole("button", { name: /^Phase: / })).toBeVisible();
    await page.keyboard.press("Escape");
    await replyBox(page).click();
    await replyBox(page).fill(`Read at ${viewport.width}.`);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(thread(page).getByText(`Read at ${viewport.width}.`)).toBeVisible();
  }
  await note(page, "Seen in a narrow window.");
  expectNoFaults(page);
});

test("at 768 px the flow's canvas has the window, and the step comes in a sheet [found U8]", async ({ browser }) => {
  const page = await open(browser, demo.admin, nowhere, { viewport: tablet });
  const found = await ask<unknown>(page.context(), "chatbots.list");
  const id = JSON.stringify(found).match(/"id":"([0-9a-f-]{36})"/)?.[1];
  await page.goto(`/chatbots/${id}/flow`);
  const canvas = page.locator(".react-flow").first();
  await expect(canvas).toBeVisible();
  // It may be drawn anew once what it shows has come.
  await expect.poll(async () => (await canvas.boundingBox())?.width ?? 0).toBeGreaterThan(600);
  await page.getByRole("button", { name: "Steps and details" }).click();
  const sheet = page.getByRole("region", { name: "Steps and details" });
  await expect(sheet.getByRole("tab", { name: "Steps", exact: true })).toBeVisible();
  await sheet.getByRole("button", { name: "Close", exact: true }).click();
  await expect(sheet).toBeHidden();
  expectNoFaults(page);
});

test("a reply that was begun is seen in the list, and amounts carry the company's currency [found U16]", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/inbox?view=all");
  const api = await Api.of(page.context());
  const family = letters();
  const id = await conversationOf(page, `Dora ${family}`, 1);
  const other = await conversationOf(page, `Otto ${family}`, 1);
  await api.must("PUT", `/v1/conversations/${id}`, { amount: 1250.5 });
  await page.goto(`/inbox/${id}?view=all&search=${family}`);
  // The demo company is in Argentina.
  await expect(head(page).getByText(/ARS\s?1,250\.50/)).toBeVisible();
  await replyBox(page).fill("About your order");
  await row(page, `Otto ${family}`).click();
  await expect(page).toHaveURL(new RegExp(`/inbox/${other}`));
  await expect(row(page, `Dora ${family}`)).toContainText("Draft: About your order");
  await expect(thread(page).locator("time").last()).toBeVisible();
  expect(
    await thread(page)
      .locator("time")
      .last()
      .evaluate((time) => getComputedStyle(time).opacity),
  ).toBe("1");
  await page.goto("/pipeline");
  await expect(page.getByRole("region", { name: /^New/ }).getByText(/ARS/).first()).toBeVisible();
  expectNoFaults(page);
});

test("Escape takes along the sign that the saved replies' button wrote [found U11]", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/inbox?view=all");
  const id = await conversationOf(page, `Ezra ${letters()}`, 1);
  await page.goto(`/inbox/${id}?view=all`);
  await replyBox(page).fill("Hello there");
  await page.getByRole("button", { name: /^Insert a saved reply/ }).click();
  await expect(replyBox(page)).toHaveValue("Hello there /");
  await page.keyboard.press("Escape");
  await expect(replyBox(page)).toHaveValue("Hello there");
  expectNoFaults(page);
});
