import { expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { slowDown } from "#server/channels/outbound/pacing.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { approvedTemplate } from "#server/testing/processes/campaigning.ts";
import { templateTasks } from "../jobs.ts";
import { sendTemplate } from "../sending.ts";

const company = await openCompany();
await runPlatform();
const line = await Line.open(company);

it("give the place of a job back at once, whatever their number's pace, and are all sent", async () => {
  const made = await approvedTemplate(company, line, "paced", "Hola {{1}}, ¿te sirve?", "UTILITY");
  for (const peer of ["5491150082201", "5491150082202", "5491150082203"]) {
    await line.customer(peer);
    await line.settled();
    const conversationId = await line.conversation(peer);
    await sendTemplate.execute(company.admin, { conversationId, templateId: made.id, variables: { "1": "Ana" } });
  }
  // The platform has asked for less.
  for (let halved = 0; halved < 4; halved += 1) slowDown(line.channelId);
  const deliver = templateTasks.find(({ name }) => name === "templates.deliver");
  const about = { companyId: company.companyId, type: "template/sending", conversationId: null, contactId: null };
  const begun = performance.now();
  for (let job = 0; job < 3; job += 1) await deliver?.perform({ ...about, eventId: newId(), messageId: null });
  expect(performance.now() - begun).toBeLessThan(500);
  const waiting = async () => {
    const text = `select from campaign_messages where "companyId" = $1 and "status" = 'enqueued' and "claimedAt" is null`;
    return (await systemPool().query(text, [company.companyId])).rowCount;
  };
  expect(await waiting()).toBeGreaterThan(0);
  await expect.poll(waiting).toBe(0);
});
