import { expect } from "@playwright/test";
import { Api } from "../fixtures/api.ts";
import { openChat, write } from "../fixtures/chat.ts";
import { serveHostPage } from "../fixtures/host-page.ts";
import { test } from "../fixtures/test.ts";
import { base, demo, desk, open, unique } from "../fixtures/workspace.ts";

test("a visitor rates a closed conversation in the widget; the agent and the report see it [C1, C2]", async ({
  browser,
  page,
}) => {
  const agent = await open(browser, demo.admin, "/settings/csat", { viewport: desk });
  const api = await Api.of(agent.context());
  const host = await serveHostPage({ base, channel: api.channelId });
  const words = unique("My parcel is late");

  await test.step("the company asks, at once", async () => {
    const asks = agent.getByRole("switch", { name: "Ask after a conversation is closed" });
    if ((await asks.getAttribute("aria-checked")) !== "true") await asks.click();
    await agent.getByLabel("Minutes after the close").fill("0");
    await agent.getByRole("button", { name: "Save" }).click();
    await expect(agent.getByText("Saved", { exact: true })).toBeVisible();
  });

  const chat = await openChat(page, host.url);
  await write(chat, words);
  const id = await api.find(words);
  await api.say(id, "user", "It is on its way");
  await api.must("POST", `/v1/conversations/${id}/close`, { isLead: false });

  await test.step("the visitor rates it and says why", async () => {
    await chat.getByRole("button", { name: "4 of 5" }).click();
    await expect(chat.getByText("Thank you for your answer.")).toBeVisible();
    await chat.getByLabel("Anything to add? (optional)").fill("Quick and kind");
    await chat.getByRole("button", { name: "Send comment" }).click();
    await expect(chat.getByText("Quick and kind")).toBeVisible();
  });

  await test.step("the agent reads it in the thread, which stays closed", async () => {
    await agent.goto(`/inbox/${id}?view=all`);
    await expect(agent.getByText("Rated 4 of 5")).toBeVisible();
    await expect(agent.getByText("Quick and kind")).toBeVisible();
    expect((await api.must<{ closed: boolean }>("GET", `/v1/conversations/${id}`)).closed).toBe(true);
  });
  await test.step("the report counts it, and its list says why", async () => {
    await agent.goto("/reports/satisfaction?list=csatComments");
    await expect(agent.getByRole("dialog").getByText("Quick and kind")).toBeVisible();
    await api.must("PATCH", "/v1/csat-settings", { delayMinutes: 60 });
  });
  await host.close();
  await agent.context().close();
});
