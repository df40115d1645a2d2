import { expect } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { row } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { demo, desk, nowhere, open, unique } from "../fixtures/workspace.ts";

type Named = { id: string; name: string };

test("an administrator sets opening hours and promises an answer by them; what is in use is not deleted [S1] [S2]", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, "/settings/calendars", { viewport: desk });
  const api = await Api.of(page.context());
  const [hours, promise] = [unique("Night desk"), unique("Promise")];
  await page.getByRole("button", { name: "Add calendar" }).first().click();
  const calendar = page.getByRole("dialog", { name: "Add a calendar" });
  await calendar.getByRole("textbox", { name: "Name", exact: true }).fill(hours);
  await calendar.getByLabel("Monday: hours 1 to").fill("22:00");
  await calendar.getByRole("button", { name: "Add holiday" }).click();
  await calendar.getByRole("textbox", { name: "Name of holiday 1" }).fill("New year");
  await calendar.getByRole("button", { name: "Add calendar" }).click();
  await expect(calendar.getByText("Choose the day of each holiday.")).toBeVisible();
  await calendar.getByLabel("Day of holiday 1").fill("2027-01-01");
  await calendar.getByRole("checkbox", { name: "Every year" }).check();
  await expectAccessible(page);
  await calendar.getByRole("button", { name: "Add calendar" }).click();
  const listed = page.getByRole("listitem").filter({ hasText: hours });
  await expect(listed).toContainText("Mon 09:00–22:00 · Tue–Fri 09:00–18:00");
  await expect(listed).toContainText("1 holiday");

  await page.goto("/settings/service-levels");
  await page.getByRole("button", { name: "Add service level" }).first().click();
  const form = page.getByRole("dialog", { name: "Add a service level" });
  await form.getByRole("textbox", { name: "Name", exact: true }).fill(promise);
  await form.getByRole("button", { name: "Priority" }).click();
  await page.getByRole("option", { name: "Urgent" }).click();
  await page.keyboard.press("Escape");
  await expect(form.getByRole("button", { name: "Priority" })).toBeFocused();
  await form.getByRole("button", { name: "Add a condition" }).press("Enter");
  await form.getByRole("combobox", { name: "Comparison" }).click();
  await page.getByRole("option", { name: "contains", exact: true }).click();
  await form.getByRole("textbox", { name: "Value" }).fill("@gold.example");
  await form.getByRole("textbox", { name: "First response: hours" }).fill("");
  await form.getByRole("button", { name: "Add service level" }).click();
  await expect(form.getByText("Promise at least one time.")).toBeVisible();
  await form.getByRole("textbox", { name: "First response: hours" }).fill("1");
  await form.getByRole("textbox", { name: "First response: minutes" }).fill("30");
  await form.getByRole("combobox", { name: "Calendar" }).click();
  await page.getByRole("option", { name: hours }).click();
  await expectAccessible(page);
  await form.getByRole("button", { name: "Add service level" }).click();
  const level = page.getByRole("listitem").filter({ hasText: promise });
  await expect(level).toContainText("First response: 1 h 30 min");
  await expect(level).toContainText("Priority: Urgent · Email contains @gold.example");
  await level.getByRole("button", { name: promise, exact: true }).press("Enter");
  const edited = page.getByRole("dialog", { name: "Edit service level" });
  await expect(edited.getByRole("combobox", { name: "Condition 1" })).toContainText("A field");
  await edited.getByRole("button", { name: "Add a condition" }).click();
  await edited.getByRole("combobox", { name: "Condition 2" }).click();
  await page.getByRole("option", { name: "A tag" }).click();
  await edited.getByRole("textbox", { name: "Tag" }).fill("");
  await edited.getByRole("button", { name: "Save" }).click();
  await expect(edited.getByRole("alert")).toContainText("This is not valid.");
  await edited.getByRole("textbox", { name: "Tag" }).fill("vip");
  await edited.getByRole("combobox", { name: "Condition 2", exact: true }).click();
  await page.getByRole("option", { name: "Any of these" }).click();
  const group = edited.getByRole("group", { name: "Conditions in group 2" });
  await expect(group.getByRole("textbox", { name: "Tag" })).toHaveValue("vip");
  await group.getByRole("button", { name: "Add a condition to this group" }).press("Enter");
  await group.getByRole("combobox", { name: "Condition 2.2" }).click();
  await page.getByRole("option", { name: "A tag" }).click();
  await group.getByRole("textbox", { name: "Tag" }).last().fill("gold");
  await expectAccessible(page);
  await edited.getByRole("button", { name: "Save" }).click();
  await expect(level).toContainText("Email contains @gold.example · the tag vip is set or the tag gold is set");
  await level.getByRole("switch", { name: `Switch ${promise} off` }).click();
  await expect(level.getByRole("switch", { name: `Switch ${promise} on` })).not.toBeChecked();

  await page.goto("/settings/calendars");
  await page.getByRole("button", { name: `Delete ${hours}` }).click();
  await expect(page.getByRole("alertdialog")).toContainText(promise);
  await page.getByRole("button", { name: "Open service levels" }).click();
  await level.getByRole("button", { name: `Actions for ${promise}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete service level" }).click();
  // While the question stands, the list behind it is nobody's to read.
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(level).toHaveCount(0);
  const { id } = (await api.must<Named[]>("GET", "/v1/calendars")).find(({ name }) => name === hours) ?? { id: "" };
  await api.must("DELETE", `/v1/calendars/${id}`);
  await page.context().close();
});

test("a visitor waits by a promise: the clock stands in row, head and card, and says when its time is over [S3]", async ({
  browser,
}) => {
  const page = await open(browser, demo.admin, nowhere, { viewport: desk });
  const api = await Api.of(page.context());
  const [visitor, tag] = [unique("Petra"), unique("promised")];
  // Open at every hour: the time of day at which the journey runs says nothing.
  const hours = [{ days: ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"], range: "*" }];
  const calendar = await api.must<Named>("POST", "/v1/calendars", { name: unique("Always"), hours });
  const level = { name: tag, order: 0, conditions: { tags: [tag] }, firstResponse: 7200, calendarId: calendar.id };
  const policy = await api.must<Named>("POST", "/v1/sla-policies", level);
  const id = await api.conversation(visitor, "How long will it take?");
  await api.must("PATCH", `/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
  await api.must("POST", `/v1/conversations/${id}/tags`, { tag });
  await api.say(id, "visitor", "Hello?");
  await page.goto(`/inbox/${id}?view=all&tags=${encodeURIComponent(tag)}&sla=running&sort=slaDueAt:asc`);
  await expect(row(page, visitor)).toContainText(/First response: (2 h|1 h( \d+ min)?)/);
  const head = page
    .getByRole("main")
    .getByText(/First response: (2 h|1 h( \d+ min)?)/)
    .last();
  await expect(head).toBeVisible();
  await api.must("PATCH", `/v1/sla-policies/${policy.id}`, { firstResponse: 1 });
  await expect(row(page, visitor)).toContainText("First response: 0 min over", { timeout: 40_000 });
  await page.goto(`/pipeline?tags=${encodeURIComponent(tag)}&sla=breached`);
  await expect(page.getByRole("main")).toContainText("First response: 0 min over");
  await page.goto(`/inbox/${id}?view=all&tags=${encodeURIComponent(tag)}&sla=running`);
  await expect(row(page, visitor)).toContainText("over");
  await api.say(id, "user", "Two days.");
  await expect(row(page, visitor)).toHaveCount(0);
  await api.must("DELETE", `/v1/sla-policies/${policy.id}`);
  await api.must("DELETE", `/v1/calendars/${calendar.id}`);
  await page.context().close();
});
