import { expect } from "@playwright/test";
import { Api } from "./fixtures/api.ts";
import { announced, boardOf, cardById, column, middleOf, newCards } from "./fixtures/board.ts";
import { expectNoFaults } from "./fixtures/faults.ts";
import { test } from "./fixtures/test.ts";
import { call, demo, open, unique } from "./fixtures/workspace.ts";

// Cards glide to their places.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("moves nothing where a colleague deletes the lifted card, or the column under it", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/pipeline");
  const api = await Api.of(page.context());
  await boardOf(page);
  const name = unique("Otto Outside");
  const [id = "", below = ""] = await newCards(page, 2, name);
  await page.goto(`/pipeline?search=${encodeURIComponent(name)}`);
  const phaseOf = async (one: string) =>
    (await api.must<{ phaseId: string }>("GET", `/v1/conversations/${one}`)).phaseId;
  const began = await phaseOf(below);

  await test.step("the keys that then lift another card do not carry on the one that was deleted", async () => {
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

  await test.step("a card that is dropped where a column was goes back", async () => {
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

test("keeps the card under the pointer in its place while a colleague moves it and the one above it", async ({
  browser,
}) => {
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
