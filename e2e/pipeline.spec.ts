import { expect, type Locator, type Page } from "@playwright/test";
import { announced, boardOf, cardById, cards, column, countOf, idOf, middleOf, newCards } from "./fixtures/board.ts";
import { expectNoFaults } from "./fixtures/faults.ts";
import { test } from "./fixtures/test.ts";
import { call, demo, open, phone, unique } from "./fixtures/workspace.ts";

// Cards glide to their places.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

async function dragByMouse(page: Page, card: Locator, target: Locator): Promise<void> {
  const [start, end] = [await middleOf(card), await middleOf(target)];
  await page.mouse.move(start.x, start.y);
  // No hand presses in the moment in which it arrives: what carries cards comes with its first movement.
  await expect(card).toHaveAttribute("draggable", "true");
  await page.mouse.down();
  await page.mouse.move(start.x + 12, start.y + 6, { steps: 3 });
  await page.mouse.move(end.x, end.y, { steps: 12 });
  await page.mouse.move(end.x + 2, end.y + 2);
  await page.mouse.up();
}

test.describe("the pipeline", () => {
  test("moves a card by mouse, at once and for everyone, and takes it back", async ({ browser }) => {
    const page = await open(browser, demo.admin, "/pipeline");
    const other = await open(browser, demo.supervisor, "/pipeline");
    const { from, to } = await boardOf(page);
    const seen = await boardOf(other);
    await expect.poll(async () => (await countOf(from)) === (await countOf(seen.from))).toBe(true);
    const before = (await countOf(from)) + 1;
    const [id = ""] = await newCards(page, 1);
    await expect(cardById(from, id)).toHaveCount(1);
    await expect(cardById(seen.from, id)).toHaveCount(1);
    // Counts follow a moment after their cards.
    for (const one of [from, seen.from]) await expect.poll(() => countOf(one)).toBe(before);
    const after = await countOf(to);
    await dragByMouse(page, cardById(from, id), to);
    await expect(cardById(to, id)).toHaveCount(1);
    await expect(cardById(from, id)).toHaveCount(0);
    await expect.poll(async () => [await countOf(from), await countOf(to)]).toEqual([before - 1, after + 1]);
    await expect(cardById(seen.to, id)).toHaveCount(1);
    await expect.poll(() => countOf(seen.to)).toBe(after + 1);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(cardById(from, id)).toHaveCount(1);
    await expect(cardById(seen.from, id)).toHaveCount(1);
    await expect.poll(() => countOf(from)).toBe(before);
    expectNoFaults(page, other);
  });

  test("moves a card by keyboard: space, arrows, space; escape cancels; all of it announced", async ({ browser }) => {
    const page = await open(browser, demo.admin, "/pipeline");
    const { from, to } = await boardOf(page);
    const [id = "", below = ""] = await newCards(page, 2);
    await expect(cardById(from, id)).toHaveCount(1);
    await page.keyboard.press("t");
    await expect(from.locator("[data-card]:focus")).toHaveCount(1);
    await page.keyboard.press("Home");
    await expect(cardById(from, id)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(cardById(from, below)).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Space");
    await expect(cardById(from, id)).toHaveAttribute("aria-pressed", "true");
    await expect(announced(page)).toContainText("It is in New, phase 1 of 4");
    await page.keyboard.press("ArrowRight");
    await expect(announced(page)).toHaveText("Over In progress, phase 2 of 4.");
    await page.keyboard.press("Escape");
    await expect(announced(page)).toHaveText("Canceled. The card is back in New.");
    await expect(cardById(from, id)).toBeFocused();
    await expect(cardById(from, id)).toHaveAttribute("aria-pressed", "false");
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    await expect(cardById(to, id)).toBeFocused();
    await expect(announced(page)).toContainText("is now in In progress");
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await expect(cardById(from, id)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`conversation=${id}`));
    expectNoFaults(page);
  });

  test("moves a card by finger after a short press", async ({ browser }) => {
    const page = await open(browser, demo.admin, "/pipeline", { hasTouch: true });
    const { from, to } = await boardOf(page);
    const [id = ""] = await newCards(page, 1);
    await expect(cardById(from, id)).toHaveCount(1);
    const client = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
      client.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
    const [start, end] = [await middleOf(cardById(from, id)), await middleOf(to)];
    await touch("touchStart", start);
    await expect(cardById(from, id)).toHaveAttribute("data-lifted", "touch");
    for (let step = 1; step <= 8; step += 1) {
      await touch("touchMove", {
        x: start.x + ((end.x - start.x) * step) / 8,
        y: start.y + ((end.y - start.y) * step) / 8,
      });
      await page.waitForTimeout(30);
    }
    await touch("touchEnd");
    await expect(cardById(to, id)).toHaveCount(1);
    await expect(page).toHaveURL(/\/pipeline$/);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(cardById(from, id)).toHaveCount(1);
    expectNoFaults(page);
  });

  test("takes a refused move back, with words", async ({ browser }) => {
    const page = await open(browser, demo.admin, "/pipeline");
    const { from, to } = await boardOf(page);
    const [id = ""] = await newCards(page, 1);
    await expect(cardById(from, id)).toHaveCount(1);
    await page.route("**/api/trpc/actions.bulk*", (route) => route.abort());
    await dragByMouse(page, cardById(from, id), to);
    await expect(page.getByText(/could not be moved/).first()).toBeVisible();
    await expect(cardById(from, id)).toHaveCount(1);
    await expect(cardById(to, id)).toHaveCount(0);
  });

  test("opens a thread beside the board, which goes on living; closing gives the focus back", async ({ browser }) => {
    const page = await open(browser, demo.admin, "/pipeline");
    const other = await open(browser, demo.supervisor, "/pipeline");
    const { from, to } = await boardOf(page);
    const [first = "", second = ""] = await newCards(page, 2);
    await cardById(from, first).click();
    const panel = page.getByRole("dialog", { name: "Conversation" });
    await expect(panel.getByText("Hello", { exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`conversation=${first}`));
    const away = (await to.getAttribute("data-phase")) ?? "";
    await call(other.context(), "conversations.move", { conversationId: second, phaseId: away });
    await expect(cardById(to, second)).toHaveCount(1);
    await cardById(to, second).click();
    await expect(page).toHaveURL(new RegExp(`conversation=${second}`));
    await page.keyboard.press("Escape");
    await expect(panel).toHaveCount(0);
    await expect(cardById(to, second)).toBeFocused();
    await expect(page).toHaveURL(/\/pipeline$/);
    expectNoFaults(page, other);
  });

  test("keeps its filters in the address, and its columns page as they scroll", async ({ browser }) => {
    const page = await open(browser, demo.admin, "/pipeline");
    const name = unique("Paula Pages");
    await newCards(page, 26, name);
    const { from } = await boardOf(page);
    await page.getByPlaceholder(/^Search/).fill("zzzz-nobody");
    await expect(page).toHaveURL(/search=zzzz-nobody/);
    await expect(page.getByText("No conversations match")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page).toHaveURL(/\/pipeline$/);
    await page.goto(`/pipeline?search=${encodeURIComponent(name)}`);
    await expect.poll(() => countOf(from)).toBe(26);
    const scroller = from.locator("[data-scroller]");
    const heightOf = () => scroller.evaluate((element) => element.scrollHeight);
    const first = await heightOf();
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect.poll(heightOf).toBeGreaterThan(first);
    expect(await cards(from).count()).toBeLessThan(26);
    expectNoFaults(page);
  });

  test("shows one column at a time on a phone, with a way to the others", async ({ browser }) => {
    const page = await open(browser, demo.admin, "/pipeline", { viewport: phone, hasTouch: true, isMobile: true });
    const { from, to } = await boardOf(page);
    const [id = ""] = await newCards(page, 1);
    await expect(to).not.toBeInViewport({ ratio: 0.5 });
    const switcher = page.getByRole("navigation", { name: "Phases" });
    await switcher.getByRole("button", { name: /^In progress/ }).tap();
    await expect(to).toBeInViewport({ ratio: 0.9 });
    await switcher.getByRole("button", { name: /^New/ }).tap();
    await expect(from).toBeInViewport({ ratio: 0.9 });
    const card = from.getByRole("listitem").filter({ has: cardById(page, id) });
    const menu = card.getByRole("button", { name: /^Actions for/ });
    const box = await menu.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await menu.tap();
    await page.getByRole("menuitem", { name: "Won" }).tap();
    await expect(cardById(column(page, "Won"), id)).toHaveCount(1);
    await page.getByRole("button", { name: "Undo" }).tap();
    await expect(cardById(from, id)).toHaveCount(1);
    expectNoFaults(page);
  });

  test("lets those look on who may not move", async ({ browser }) => {
    const page = await open(browser, demo.viewer, "/pipeline");
    const { from, to } = await boardOf(page);
    const id = await idOf(cards(from).first());
    await expect(page.getByRole("button", { name: /^Age limits/ })).toHaveCount(0);
    // The palette comes with the first deed, as what carries cards does.
    await page.mouse.move(300, 300);
    await page.keyboard.press("ControlOrMeta+k");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(cardById(from, id)).not.toHaveAttribute("draggable", "true");
    await cardById(from, id).dragTo(to);
    await expect(cardById(from, id)).toHaveCount(1);
    await cardById(from, id).focus();
    await page.keyboard.press("Space");
    await expect(cardById(from, id)).not.toHaveAttribute("aria-pressed", "true");
    expectNoFaults(page);
  });
});
