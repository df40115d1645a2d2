import { expect, type Page } from "@playwright/test";
import { Api } from "./fixtures/api.ts";
import { expectNoFaults } from "./fixtures/faults.ts";
import { list, noteBox, replyBox, row, thread } from "./fixtures/inbox.ts";
import { test } from "./fixtures/test.ts";
import { demo, letters, open } from "./fixtures/workspace.ts";

let alex: Page;
let api: Api;

test.beforeAll(async ({ browser }) => {
  alex = await open(browser, demo.admin, "/inbox?view=all");
  api = await Api.of(alex.context());
});

test.afterAll(async () => {
  await alex.context().close();
});

test("a conversation is found, read, answered, noted, assigned and closed without a mouse", async () => {
  const family = letters();
  const id = await api.conversation(`Kit ${family}`, "Can this be done by keyboard?");
  const second = await api.conversation(`Lou ${family}`, "Me too?");
  await alex.goto("/inbox?view=all");
  await expect(row(alex, `Lou ${family}`)).toBeVisible();
  await alex.keyboard.press("/");
  await expect(alex.getByRole("searchbox", { name: "Search conversations" })).toBeFocused();
  await alex.keyboard.type(family);
  await expect(list(alex).getByRole("option")).toHaveCount(2);
  await alex.keyboard.press("Enter");
  await expect(list(alex)).toBeFocused();
  await expect(list(alex).getByRole("option")).toHaveCount(2);
  await alex.keyboard.press("j");
  await alex.keyboard.press("j");
  await alex.keyboard.press("k");
  await alex.keyboard.press("j");
  await alex.keyboard.press("Enter");
  await expect(alex).toHaveURL(new RegExp(`/inbox/${id}`));
  await expect(thread(alex)).toContainText("Can this be done by keyboard?");

  await alex.keyboard.press("r");
  await expect(replyBox(alex)).toBeFocused();
  await alex.keyboard.type("All of it, yes.");
  await alex.keyboard.press("Enter");
  await expect(thread(alex)).toContainText("All of it, yes.");
  await expect(replyBox(alex)).toHaveValue("");
  await alex.keyboard.press("Escape");
  await alex.keyboard.press("n");
  await expect(noteBox(alex)).toBeFocused();
  await alex.keyboard.type("Likes short cuts.");
  // The live connection tells of the note before its answer comes, which must not take the focus back.
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  await alex.route("**/api/trpc/*addNote*", async (route) => {
    const response = await route.fetch();
    await left;
    await route.fulfill({ response });
  });
  await alex.keyboard.press("Enter");
  await expect(thread(alex).getByRole("article").filter({ hasText: "Likes short cuts." })).toBeVisible();
  await alex.keyboard.press("Escape");
  await alex.keyboard.press("a");
  const answer = alex.waitForResponse((response) => response.url().includes("addNote"));
  leave();
  await (await answer).finished();
  await expect(alex.getByRole("dialog", { name: "Assignee" })).toBeVisible();
  await alex.keyboard.type("Carla");
  await alex.keyboard.press("Enter");
  await expect(alex.getByRole("button", { name: "Assigned to Carla Méndez" })).toBeVisible();
  await alex.keyboard.press("Escape");
  await alex.goto(`/inbox/${id}?view=all`);
  await expect(thread(alex)).toBeVisible();
  await alex.keyboard.press("e");
  await expect(alex.getByRole("menuitem", { name: /^Close as lead/ })).toBeVisible();
  await alex.keyboard.press("ArrowDown");
  await alex.keyboard.press("Enter");
  await expect(alex.getByRole("button", { name: "Reopen" }).first()).toBeVisible();
  await expect
    .poll(async () => (await api.must<{ closed: boolean }>("GET", `/v1/conversations/${id}`)).closed)
    .toBe(true);
  expect(second).not.toBe(id);
  expectNoFaults(alex);
});

test("a note that is refused stands in its box again, before what has been written since", async () => {
  const family = letters();
  const id = await api.conversation(`Una ${family}`, "Where is it?");
  await api.conversation(`Duo ${family}`, "And mine?");
  await alex.goto(`/inbox/${id}?view=all`);
  const { promise: tried, resolve: end } = Promise.withResolvers<void>();
  await alex.route("**/api/trpc/*addNote*", async (route) => {
    await tried;
    const data = { error: "not_found", httpStatus: 404, details: null };
    const refusal = { error: { message: "No such conversation.", code: -32004, data } };
    await route.fulfill({ status: 404, json: [refusal] });
  });
  await expect(thread(alex)).toContainText("Where is it?");
  await alex.keyboard.press("n");
  await expect(noteBox(alex)).toBeFocused();
  await alex.keyboard.type("On its way.");
  await alex.keyboard.press("Enter");
  await expect(noteBox(alex)).toHaveValue("");
  await alex.keyboard.type("Due on Friday.");
  await row(alex, `Duo ${family}`).click();
  await expect(thread(alex)).toContainText("And mine?");
  end();
  await expect(alex.getByText(`Your note on Una ${family} was not saved.`).first()).toBeVisible();
  await row(alex, `Una ${family}`).click();
  await expect(thread(alex)).toContainText("Where is it?");
  await alex.keyboard.press("n");
  await expect(noteBox(alex)).toHaveValue("On its way.\nDue on Friday.");
  await alex.unrouteAll();
});

test("what one types on after a colleague closed the conversation is no key of the page", async () => {
  const id = await api.conversation(`Val ${letters()}`, "Are you there?");
  await alex.goto(`/inbox/${id}?view=all`);
  await expect(thread(alex)).toContainText("Are you there?");
  await replyBox(alex).click();
  await alex.keyboard.type("I w");
  await api.must("POST", `/v1/conversations/${id}/close`, { isLead: false });
  await expect(replyBox(alex)).toBeHidden();
  // By themselves they take the conversation, open the composer and reopen. Who has it is the policy's choice here.
  await alex.keyboard.type("ire");
  await expect(noteBox(alex)).not.toBeFocused();
  await alex.keyboard.press("Escape");
  await expect(alex).not.toHaveURL(new RegExp(id));
  expect(await api.must("GET", `/v1/conversations/${id}`)).toMatchObject({ closed: true });
});

test("a card is lifted, carried and dropped by keyboard, and each step is announced", async () => {
  const name = `Ned ${letters()}`;
  const id = await api.conversation(name, "Carry me along.");
  await alex.goto("/pipeline");
  const column = (phase: string) => alex.getByRole("region", { name: new RegExp(`^${phase}`) });
  const card = (phase: string) => column(phase).locator(`[data-card="${id}"]`);
  const announced = alex.locator("[role=status], [aria-live]");
  const hears = (text: string) => expect(announced.filter({ hasText: text }).first()).toBeAttached();
  await card("New").focus();
  await alex.keyboard.press("Space");
  await hears(`Lifted ${name}. It is in New, phase 1 of 4.`);
  await alex.keyboard.press("ArrowRight");
  await hears("Over In progress, phase 2 of 4.");
  await alex.keyboard.press("Escape");
  await hears("Canceled. The card is back in New.");
  await expect(card("New")).toBeFocused();
  await alex.keyboard.press("Space");
  await alex.keyboard.press("ArrowRight");
  await alex.keyboard.press("ArrowRight");
  await hears("Over Won, phase 3 of 4.");
  await alex.keyboard.press("Space");
  await hears(`${name} is now in Won.`);
  await expect(card("Won")).toBeFocused();
  await expect
    .poll(async () => {
      const { phaseId } = await api.must<{ phaseId: string }>("GET", `/v1/conversations/${id}`);
      const phases = await api.must<{ id: string; name: string }[]>("GET", "/v1/phases");
      return phases.find((phase) => phase.id === phaseId)?.name;
    })
    .toBe("Won");
  await alex.keyboard.press("Enter");
  await expect(thread(alex)).toContainText("Carry me along.");
  await alex.keyboard.press("Escape");
  await expect(card("Won")).toBeFocused();
  expectNoFaults(alex);
});
