import { expect } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { mailedText } from "../fixtures/mail.ts";
import { test } from "../fixtures/test.ts";
import { demo, desk, nowhere, open, unique } from "../fixtures/workspace.ts";

test("an agent mails the transcript of a conversation to an address, without its notes [P5]", async ({ browser }) => {
  const agent = await open(browser, demo.admin, nowhere, { viewport: desk });
  const api = await Api.of(agent.context());
  const id = await api.conversation(unique("Tara"), "My parcel is late");
  await api.must("POST", `/v1/conversations/${id}/notes`, { message: "Between us: very late" });
  await agent.goto(`/inbox/${id}`);
  await agent.getByRole("button", { name: "More" }).click();
  await agent.getByRole("menuitem", { name: "Email the transcript" }).click();
  const dialog = agent.getByRole("dialog", { name: "Email the transcript" });
  const to = `${unique("tara")}@example.com`.toLowerCase().replaceAll(" ", "-");
  await expect(dialog.getByRole("button", { name: "Send", exact: true })).toBeDisabled();
  await dialog.getByLabel("Send to").fill(to);
  await expectAccessible(agent);
  await dialog.getByRole("button", { name: `Send to ${to}` }).click();
  await expect(agent.getByText(`The transcript is on its way to ${to}`).first()).toBeVisible();
  const mail = await mailedText(to);
  expect(mail).toContain("My parcel is late");
  expect(mail).not.toContain("Between us");
  await agent.context().close();
});
