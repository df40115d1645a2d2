import { expect, it } from "vitest";
import { reply } from "#server/messages/sending.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { checkConnection, readConnection } from "./checking.ts";

const company = await openCompany();
await runPlatform();

it("a page that the platform restricts stays so after a good check, and until it takes a message again", async () => {
  const page = await Line.open(company, "FACEBOOK");
  const { channelId } = page;
  await page.customer("5491160000002");
  await page.settled();
  const conversationId = await page.conversation("5491160000002");
  const problem = async () => {
    await reply.execute(company.admin, { conversationId, type: "text/plain", body: "Hello" });
    await page.drain(conversationId);
    return (await readConnection.execute(company.admin, { channelId })).health.problem?.code;
  };
  await page.faults({ errorRate: 100, errorCode: 368 });
  expect(await problem()).toBe(368);
  await page.faults({ errorRate: 0 });
  const checked = await checkConnection.execute(company.admin, { channelId });
  expect([checked.ok, checked.health.problem?.code]).toEqual([true, 368]);
  expect(await problem()).toBeUndefined();
});
