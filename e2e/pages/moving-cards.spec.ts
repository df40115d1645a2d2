import { expect } from "@playwright/test";
import { Api } from "../fixtures/api.ts";
import { announced, boardOf, cardById, column, countOf, middleOf, newCards } from "../fixtures/board.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { test } from "../fixtures/test.ts";
import { demo, nowhere, open, unique } from "../fixtures/workspace.ts";

test("a card that is moved twice in a row stays where it was put last, however late each move leaves", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/pipeline");
  const api = await Api.of(page.context());
  const { from } = await boardOf(page);
  const [id = ""] = await newCards(page, 1);
  await expect(cardById(from, id)).toHaveCount(1);
  // The first is held until the second has been made: sent at once, that one would overtake it.
  const made = Promise.withResolvers<void>();
  const answers: string[] = [];
  let held = 0;
  await page.route(/actions\.bulk/, async (route) => {
    held += 1;
    if (held === 1) await made.promise;
    await route.continue();
  });
  page.on("response", (response) => {
    if (/actions\.bulk/.test(response.url())) answers.push(response.request().postData() ?? "");
  });
  await cardById(from, id).focus();
  for (const key of ["Space", "ArrowRight", "Space"]) await page.keyboard.press(key);
  await expect(cardById(column(page, "In progress"), id)).toBeFocused();
  for (const key of ["Space", "ArrowRight", "Space"]) await page.keyboard.press(key);
  const won = cardById(column(page, "Won"), id);
  await expect(won).toBeFocused();
  const wavered = won.waitFor({ state: "detached" }).then(() => "wavered");
  await page.waitForTimeout(1500);
  made.resolve();
  const answered = expect.poll(() => answers.length).toBe(2);
  expect(await Promise.race([answered.then(() => "stayed"), wavered])).toBe("stayed");
  const phases = await api.must<{ id: string; name: string }[]>("GET", "/v1/phases");
  const idOf = (name: string) => phases.find((phase) => phase.name === name)?.id ?? "";
  expect(answers.map((sent) => sent.includes(idOf("Won")))).toEqual([false, true]);
  await expect(page.getByText(/moved to Won$/)).toBeVisible();
  expect((await api.must<{ phaseId: string }>("GET", `/v1/conversations/${id}`)).phaseId).toBe(idOf("Won"));
  await expect(won).toBeFocused();
  // Undone, it goes back to where the last move took it from.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cardById(column(page, "In progress"), id)).toHaveCount(1);
  await expect
    .poll(async () => (await api.must<{ phaseId: string }>("GET", `/v1/conversations/${id}`)).phaseId)
    .toBe(idOf("In progress"));
  expectNoFaults(page);
});

test("a card that is moved from its menu takes the focus along", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/pipeline");
  const { from } = await boardOf(page);
  const [id = ""] = await newCards(page, 1);
  await cardById(from, id).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Won", exact: true })).toBeVisible();
  await page.getByRole("menuitem", { name: "Won", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(cardById(column(page, "Won"), id)).toBeFocused();
  await expect(announced(page)).toContainText("is now in Won");
  expectNoFaults(page);
});

test("a card that is deleted while it hangs over a column does not stay there", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/pipeline");
  const api = await Api.of(page.context());
  const { from, to } = await boardOf(page);
  const [id = ""] = await newCards(page, 1);
  const [start, end] = [await middleOf(cardById(from, id)), await middleOf(to)];
  await page.mouse.move(start.x, start.y);
  await expect(cardById(from, id)).toHaveAttribute("draggable", "true");
  await page.mouse.down();
  await page.mouse.move(start.x + 12, start.y + 6, { steps: 3 });
  await page.mouse.move(end.x, end.y, { steps: 12 });
  await api.must("DELETE", `/v1/conversations/${id}`);
  await expect(from.getByText("No longer in this phase")).toBeVisible();
  await page.mouse.move(end.x + 2, end.y + 2);
  await page.mouse.up();
  await expect(page.getByText(/could not be moved/).first()).toBeVisible();
  await expect(cardById(page, id)).toHaveCount(0);
});

test("a finger carries a card on though its column has scrolled it out of the page", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/pipeline", { hasTouch: true, viewport: { width: 1024, height: 600 } });
  const { from, to } = await boardOf(page);
  const [id = ""] = await newCards(page, 18);
  await expect(cardById(from, id)).toHaveCount(1);
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  const [start, end] = [await middleOf(cardById(from, id)), await middleOf(to)];
  const box = await from.boundingBox();
  await touch("touchStart", start);
  await expect(cardById(from, id)).toHaveAttribute("data-lifted", "touch");
  await touch("touchMove", { x: start.x, y: start.y + 40 });
  await touch("touchMove", { x: start.x, y: (box?.y ?? 0) + (box?.height ?? 0) - 4 });
  await expect(cardById(from, id)).toHaveCount(0);
  for (const share of [0.3, 0.6, 1]) await touch("touchMove", { x: start.x + (end.x - start.x) * share, y: end.y });
  await expect(to).toHaveClass(/bg-accent\/4/);
  await touch("touchEnd");
  await expect(cardById(to, id)).toHaveCount(1);
  await expect(page.locator("body > div[inert]")).toHaveCount(0);
  expectNoFaults(page);
});

test("columns that change places keep how far they are scrolled, and the focus", async ({ browser }) => {
  const page = await open(browser, demo.admin, nowhere);
  const api = await Api.of(page.context());
  const name = unique("Rita Reorder");
  await newCards(page, 16, name);
  await page.goto(`/pipeline?search=${encodeURIComponent(name)}`);
  const from = column(page, "New");
  const scroller = from.locator("[data-scroller]");
  await expect.poll(() => countOf(from)).toBe(16);
  await scroller.evaluate((element) => element.scrollTo(0, 500));
  const middle = () =>
    scroller.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2)?.closest<HTMLElement>("[data-card]")?.dataset
        .card;
    });
  await expect.poll(middle).toBeDefined();
  const id = (await middle()) ?? "";
  await cardById(from, id).focus();
  const phases = await api.must<{ id: string; name: string; order: number }[]>("GET", "/v1/phases");
  const first = phases.find((phase) => phase.name === "New");
  const heads = () => page.locator("section[data-phase] h2").allTextContents();
  await api.must("PATCH", `/v1/phases/${first?.id}`, { order: phases.length - 1 });
  try {
    await expect.poll(async () => (await heads()).at(-1)).toBe("New");
    await expect.poll(middle).toBe(id);
    await expect(cardById(from, id)).toBeFocused();
    expectNoFaults(page);
  } finally {
    await api.must("PATCH", `/v1/phases/${first?.id}`, { order: first?.order });
  }
});
