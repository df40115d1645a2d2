import { expect, it } from "vitest";
import { createTemplate } from "#server/templates/creating.ts";
import { readTemplate } from "#server/templates/listing.ts";
import { submitWaiting } from "#server/templates/platform/syncing.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { holdSimulator } from "./address.ts";

const company = await openCompany();
await runPlatform();

it("what a process asks of itself while it starts waits for its listener, and is answered then [found C12]", async () => {
  const line = await Line.open(company);
  const template = await createTemplate.execute(company.admin, {
    channelId: line.channelId,
    name: "ready_at_start",
    language: "en_US",
    category: "UTILITY",
    components: [{ type: "BODY", text: "Your order is ready." }],
  });
  const open = holdSimulator();
  const asking = submitWaiting(line.actor);
  const early = await Promise.race([asking, new Promise((resolve) => setTimeout(resolve, 300, "waits"))]);
  expect(early).toBe("waits");
  open();
  await asking;
  await line.settled();
  const read = await readTemplate.execute(company.admin, { templateId: template.id });
  expect(read.status).toBe("APPROVED");
});
