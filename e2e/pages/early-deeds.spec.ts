import { expect, type Page } from "@playwright/test";
import { expectNoFaults } from "../fixtures/faults.ts";
import { test } from "../fixtures/test.ts";
import { alive, ask, base, demo, nowhere, open } from "../fixtures/workspace.ts";

const scripts = "**/_next/static/**/*.js";

type Early = { path: string; deed: (page: Page) => Promise<void>; done: (page: Page) => Promise<void> };

/** Does something on a page none of whose scripts has come yet, and sees that it is done once they have. */
async function doEarly(page: Page, { path, deed, done }: Early): Promise<void> {
  const { promise: coming, resolve: go } = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await coming;
    await route.continue();
  });
  const arriving = page.goto(`${base}${path}`);
  await deed(page);
  go();
  await arriving;
  await done(page);
  await page.unroute(scripts);
}

test("what is typed into a form before its scripts run is the form's, and can be saved or given up", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, nowhere);
  const name = page.getByLabel("Name", { exact: true });
  let before = "";
  await doEarly(page, {
    path: "/settings/company",
    deed: async () => {
      before = await name.inputValue();
      await name.fill(`${before} early`);
    },
    done: () => expect(page.getByRole("button", { name: "Save changes" })).toBeEnabled(),
  });
  await expect(name).toHaveValue(`${before} early`);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(name).toHaveValue(before);
  expectNoFaults(page);
});

test("what is pressed before the scripts run is done once they do, and once only", async ({ browser }) => {
  const page = await open(browser, demo.admin, nowhere);
  const [chatbot] = await ask<{ id: string }[]>(page.context(), "chatbots.list");
  const first = (place: Page) => place.getByRole("option").first();
  const flow = `/chatbots/${chatbot?.id}/flow`;
  const line = (place: Page) => place.getByRole("treeitem", { name: /^name\b/ });
  const more = (place: Page) => place.getByRole("button", { name: "More actions" });
  const { id } = (
    await ask<{ data: { id: string }[] }>(page.context(), "conversations.inbox", { view: "all", limit: 1 })
  ).data[0] ?? { id: "" };
  const all: Early[] = [
    { path: "/inbox?view=all", deed: (at) => first(at).click(), done: (at) => at.waitForURL(/\/inbox\/[0-9a-f-]{36}/) },
    {
      path: `/inbox/${id}?view=all`,
      deed: (at) => more(at).click(),
      done: (at) => expect(at.getByRole("menu")).toBeVisible(),
    },
    {
      path: flow,
      deed: (at) => line(at).click(),
      done: (at) => expect(line(at)).toHaveAttribute("aria-selected", "true"),
    },
    {
      path: "/settings/tags",
      deed: (at) => at.getByRole("button", { name: "Add tag" }).first().click(),
      done: (at) => expect(at.getByRole("dialog")).toBeVisible(),
    },
  ];
  for (const early of all) {
    await doEarly(page, early);
    expectNoFaults(page);
  }
});

test("a hand that moves while a page comes alive does not have the page drawn anew", async ({ browser }) => {
  const page = await open(browser, demo.admin, nowhere);
  // The pieces of menus and choices are fetched by it, and come before the last of the page is alive.
  await page.addInitScript(() => {
    const moving = setInterval(() => document.dispatchEvent(new PointerEvent("pointermove", { bubbles: true })), 5);
    setTimeout(() => clearInterval(moving), 10_000);
  });
  for (const path of ["/settings/members", "/settings/audit", "/settings/members", "/settings/company"]) {
    await page.goto(`${base}${path}`);
    await alive(page);
  }
  expectNoFaults(page);
});
