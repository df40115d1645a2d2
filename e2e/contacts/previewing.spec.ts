import { expect } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessible.ts";
import { Api } from "../fixtures/api.ts";
import { replyBox, row } from "../fixtures/inbox.ts";
import { test } from "../fixtures/test.ts";
import { demo, demoPassword, desk, open, signInAfresh, unique } from "../fixtures/workspace.ts";

test("an administrator sees Parley as an agent, can change nothing, and stops [W11]", async ({ browser }) => {
  const boss = await signInAfresh(browser, demo.admin.email, demoPassword, { viewport: desk });
  const api = await Api.of(boss.context());
  const [mine, other] = [unique("Mia"), unique("Otto")];
  const ids = [await api.conversation(mine, "For the agent"), await api.conversation(other, "For somebody else")];
  const users = await api.must<{ data: { id: string; email: string }[] }>("GET", "/v1/users?limit=100");
  const agent = users.data.find(({ email }) => email === demo.agent.email)?.id;
  await api.must("POST", `/v1/conversations/${ids[0]}/assign`, { assignedTo: agent });
  await api.must("POST", `/v1/conversations/${ids[1]}/assign`, { assignedTo: api.userId });
  const colleague = await open(browser, demo.supervisor, `/inbox/${ids[0]}`, { viewport: desk });

  await boss.goto("/settings/members");
  await boss.getByRole("cell", { name: demo.agent.name }).click();
  await boss.getByRole("button", { name: "See Parley as this person" }).click();
  const bar = boss.getByRole("region", { name: "Preview" });
  await expect(bar).toContainText(`You see Parley as ${demo.agent.name}`);
  await boss.goto(`/inbox/${ids[0]}`);
  await expect(boss.getByText("For the agent").last()).toBeVisible();
  await expect(row(boss, other)).toHaveCount(0);
  await expectAccessible(boss);
  await api.say(ids[0] ?? "", "visitor", "And this came live");
  await expect(boss.getByText("And this came live").last()).toBeVisible();

  await replyBox(boss).fill("Written by nobody");
  await expect(colleague.getByText("And this came live").last()).toBeVisible();
  await expect(colleague.getByText(/typing|is here/i)).toHaveCount(0);
  await replyBox(boss).press("Enter");
  await expect(bar).toContainText("Nothing was changed");
  expect(await api.texts(ids[0] ?? "")).not.toContain("Written by nobody");

  await bar.getByRole("button", { name: "Stop" }).click();
  await boss.waitForURL(/settings\/members/);
  await expect(bar).toHaveCount(0);
  await boss.goto("/settings/audit");
  await expect(boss.getByText(`Began to see Parley as ${demo.agent.name}`).first()).toBeVisible();
  await expect(boss.getByText(`Stopped seeing Parley as ${demo.agent.name}`).first()).toBeVisible();
  for (const id of ids) await api.must("DELETE", `/v1/conversations/${id}`);
  for (const page of [boss, colleague]) await page.context().close();
});
