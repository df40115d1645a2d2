import { expect, type Locator, type Page } from "@playwright/test";
import { Api } from "./fixtures/api.ts";
import { expectNoFaults } from "./fixtures/faults.ts";
import { test } from "./fixtures/test.ts";
import { call, demo, open, phone, unique } from "./fixtures/workspace.ts";

// Cards glide to their places.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

const column = (page: Page, name: string) =>
  page.locator("section[data-phase]").filter({ has: page.getByRole("heading", { name: new RegExp(`^${name}\\b`) }) });
const cards = (of: Locator) => of.locator("[data-card]");
const countOf = async (of: Locator) =>
  Number(((await of.locator("header span[aria-hidden]").first().textContent()) ?? "").replace(/\D/g, ""));
const idOf = async (card: Locator) => (await card.getAttribute("data-card")) ?? "";
const cardById = (of: Locator | Page, id: string) => of.locator(`[data-card="${id}"]`);

async function boardOf(page: Page): Promise<{ from: Locator; to: Locator }> {
  const [from, to] = [column(page, "New"), column(page, "In progress")];
  await expect(cards(from).first()).toBeVisible();
  await expect(cards(to).first()).toBeVisible();
  return { from, to };
}

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error("not on the screen");
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 200) };
}

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

/** Cards of this test alone, on top of the first column, the last one first. */
async function newCards(page: Page, count: number, name = unique("Pia Pipeline")): Promise<string[]> {
  const api = await Api.of(page.context());
  const ids: string[] = [];
  for (let number = 1; number <= count; number += 1) ids.unshift(await api.conversation(`${name} ${number}`, "Hello"));
  return ids;
}

const announced = (page: Page) => page.locator('body > div[role="status"][style*="clip"]');

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

  test("leaves alone what a colleague takes away under a hand: a lifted card, a column", async ({ browser }) => {
    const page = await open(browser, demo.admin, "/pipeline");
    const api = await Api.of(page.context());
    await boardOf(page);
    const name = unique("Otto Outside");
    const [id = "", below = ""] = await newCards(page, 2, name);
    await page.goto(`/pipeline?search=${encodeURIComponent(name)}`);
    const phaseOf = async (one: string) =>
      (await api.must<{ phaseId: string }>("GET", `/v1/conversations/${one}`)).phaseId;
    const began = await phaseOf(below);

    await test.step("a card that has left the board is not carried on by the keys of another", async () => {
      const from = column(page, "New");
      await cardById(from, id).focus();
      await page.keyboard.press("Space");
      await page.keyboard.press("ArrowRight");
      await api.must("DELETE", `/v1/conversations/${id}`);
      await expect(cardById(page, id)).toHaveCount(0);
      await cardById(from, below).focus();
      await page.keyboard.press("Space");
      await expect(cardById(from, below)).toHaveAttribute("aria-pressed", "true");
      await page.keyboard.press("Escape");
      expect(await phaseOf(below)).toBe(began);
    });

    await test.step("a column that is deleted takes nothing", async () => {
      const gone = await api.must<{ id: string }>("POST", "/v1/phases", {
        name: unique("Gone"),
        type: "progress",
        order: 1,
      });
      await expect(page.locator(`section[data-phase="${gone.id}"]`)).toHaveCount(1);
      const card = cardById(page, below);
      await card.focus();
      await page.keyboard.press("Space");
      await page.keyboard.press("ArrowRight");
      await expect(announced(page)).toContainText("Over Gone");
      await api.must("DELETE", `/v1/phases/${gone.id}`);
      await expect(page.locator(`section[data-phase="${gone.id}"]`)).toHaveCount(0);
      await page.keyboard.press("Space");
      await expect(announced(page)).toHaveText("Back in New.");
      await expect(page.getByText("could not be moved")).toHaveCount(0);
      expect(await phaseOf(below)).toBe(began);
    });
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

  test("keeps the card under the pointer in its place while a colleague moves it and others", async ({ browser }) => {
    const page = await open(browser, demo.admin, "/pipeline");
    const other = await open(browser, demo.supervisor, "/pipeline");
    const { from, to } = await boardOf(page);
    const [above = "", pointed = ""] = await newCards(page, 2);
    await expect(cardById(from, above)).toHaveCount(1);
    // Once it has glided to its place: a card that is still on its way leaves the pointer to its neighbor.
    await cardById(from, pointed).hover();
    const at = await middleOf(cardById(from, pointed));
    await page.mouse.move(at.x + 3, at.y + 1);
    const place = await cardById(from, pointed).boundingBox();
    const away = (await to.getAttribute("data-phase")) ?? "";
    for (const conversationId of [above, pointed]) {
      await call(other.context(), "conversations.move", { conversationId, phaseId: away });
    }
    await expect(cardById(to, pointed)).toHaveCount(1);
    await expect(from.getByText("No longer in this phase")).toBeVisible();
    expect(await cardById(from, pointed).boundingBox()).toEqual(place);
    await page.mouse.move(at.x, 20, { steps: 3 });
    await expect(cardById(from, pointed)).toHaveCount(0);
    await expect(cardById(from, above)).toHaveCount(0);
    expectNoFaults(page, other);
  });

  test("keeps the card that a scrolling column brings under a resting pointer", async ({ browser }) => {
    const page = await open(browser, demo.admin, "/pipeline");
    const other = await open(browser, demo.supervisor, "/pipeline");
    const { from, to } = await boardOf(page);
    const [first = ""] = await newCards(page, 12, unique("Paula Pages"));
    await expect(cardById(from, first)).toHaveCount(1);
    await cardById(from, first).hover();
    const at = await middleOf(cardById(from, first));
    await page.mouse.wheel(0, 368);
    const under = () =>
      page.evaluate(
        ({ x, y }) => document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-card]")?.dataset.card ?? "",
        at,
      );
    await expect.poll(under).not.toBe(first);
    await page.waitForTimeout(300);
    const conversationId = await under();
    const place = await cardById(from, conversationId).boundingBox();
    const phaseId = (await to.getAttribute("data-phase")) ?? "";
    await call(other.context(), "conversations.move", { conversationId, phaseId });
    await expect(cardById(to, conversationId)).toHaveCount(1);
    await expect(cardById(from, conversationId).getByText("No longer in this phase")).toBeVisible();
    expect(await cardById(from, conversationId).boundingBox()).toEqual(place);
    expectNoFaults(page, other);
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
