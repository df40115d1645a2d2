import { expect, type Page } from "@playwright/test";
import { Api } from "../fixtures/api.ts";
import { expectNoFaults } from "../fixtures/faults.ts";
import { list, thread } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { demo, letters, open } from "../fixtures/workspace.ts";

let alex: Page;

test.beforeAll(async ({ browser }) => {
  alex = await open(browser, demo.admin, "/inbox?view=all");
});

test.afterAll(async () => {
  await alex.context().close();
});

/** Several at once, each in its turn. */
async function inTurns(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll("*").length);

test("thousands of conversations are loaded, few are in the page", async () => {
  test.setTimeout(120_000);
  const family = letters();
  const apis = [await Api.of(alex.context()), await Api.of(alex.context()), await Api.of(alex.context())];
  await inTurns(2100, (index) => {
    const api = apis[index % apis.length];
    return api
      ? api.must("POST", "/v1/conversations", {
          channelId: api.channelId,
          companyId: api.companyId,
          channel: "WEB",
          from: `many-${index}`,
          visitorName: `${family} ${index}`,
        })
      : Promise.reject(new Error("no token"));
  });
  await alex.goto(`/inbox?view=all&search=${family}`);
  await expect(list(alex).getByRole("option").first()).toBeVisible();
  const scroller = list(alex).locator("xpath=..");
  const loaded = () => list(alex).evaluate((element) => Math.round(element.clientHeight / 64));
  let most = 0;
  await expect
    .poll(
      async () => {
        await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        most = Math.max(most, await nodes(alex));
        return loaded();
      },
      { timeout: 60_000, intervals: [60] },
    )
    .toBeGreaterThanOrEqual(2000);
  expect(most).toBeLessThanOrEqual(1500);
  await list(alex).focus();
  await alex.keyboard.press("Home");
  await expect(list(alex).getByRole("option").first()).toHaveAttribute("aria-posinset", "1");
  expect(await nodes(alex)).toBeLessThanOrEqual(1500);
  expectNoFaults(alex);
});

test("earlier messages put on top of a long thread move nothing", async () => {
  test.setTimeout(120_000);
  const api = await Api.of(alex.context());
  const id = await api.conversation(`Long ${letters()}`);
  await inTurns(500, (index) =>
    api.say(id, index % 3 === 0 ? "user" : "visitor", `${index} ${"word ".repeat((index * 7) % 60)}`),
  );
  await alex.route(/messages\.list/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await alex.goto(`/inbox/${id}?view=all`);
  await expect(thread(alex)).toBeVisible();
  await alex.waitForTimeout(600);
  let grown = 0;
  for (let round = 0; round < 8; round += 1) {
    const seen = await thread(alex).evaluate(watchPrepend);
    expect(seen.drift, `round ${round}`).toBeLessThanOrEqual(0.5);
    if (seen.grew) grown += 1;
    expect(await nodes(alex)).toBeLessThanOrEqual(1500);
  }
  expect(grown).toBeGreaterThanOrEqual(3);
  await alex.unroute(/messages\.list/);
  // Each page that comes moves the top further up.
  await expect
    .poll(
      async () => {
        await thread(alex).evaluate((element) => element.scrollTo(0, 0));
        return alex.getByText("Start of the conversation").isVisible();
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  expectNoFaults(alex);
});

/** Scrolls near the top and follows one row, frame by frame, until what came before it is there. */
async function watchPrepend(scroller: Element): Promise<{ drift: number; grew: boolean }> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  scroller.scrollTop = Math.max(scroller.scrollTop - 1500, 700);
  for (let count = 0; count < 6; count += 1) await frame();
  const edge = scroller.getBoundingClientRect().top + 40;
  const rows = [...scroller.querySelectorAll<HTMLElement>("[data-key]")];
  const anchor = rows
    .filter((row) => row.getBoundingClientRect().top >= edge)
    .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)[0];
  if (!anchor) return { drift: Number.POSITIVE_INFINITY, grew: false };
  const key = CSS.escape(anchor.dataset.key ?? "");
  const before = anchor.getBoundingClientRect().top;
  const height = scroller.scrollHeight;
  let drift = 0;
  for (let count = 0; count < 70; count += 1) {
    await frame();
    const row = scroller.querySelector(`[data-key="${key}"]`);
    drift = Math.max(drift, row ? Math.abs(row.getBoundingClientRect().top - before) : Number.POSITIVE_INFINITY);
  }
  return { drift, grew: scroller.scrollHeight > height + 1000 };
}
