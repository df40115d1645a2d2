import { expect, it } from "vitest";
import { systemPool } from "#server/db/system.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { createTemplate } from "../creating.ts";
import { deliverWaiting } from "../delivering.ts";
import { sendTemplate } from "../sending.ts";
import { submitWaiting } from "../syncing.ts";

const company = await openCompany("Opting out", ["whatsapp"]);
await runPlatform();
const line = await Line.open(company);

async function optedOut(phone: string): Promise<boolean[]> {
  const { rows } = await systemPool().query<{ optedOutAt: Date | null }>(
    `select "optedOutAt" from contacts where "companyId" = $1 and "internationalPhoneNumber" = $2`,
    [company.companyId, phone],
  );
  return rows.map(({ optedOutAt }) => optedOutAt !== null);
}

it("the button of a template opts out, tapped or typed, and its other buttons do not [spec channels 6]", async () => {
  const buttons = ["Unsubscribe", "Shop"].map((text) => ({ type: "QUICK_REPLY", text }));
  const made = await createTemplate.execute(company.admin, {
    ...{ channelId: line.channelId, name: "seasonal", language: "en", category: "MARKETING" },
    components: [
      { type: "BODY", text: "Our sale is on." },
      { type: "BUTTONS", buttons },
    ] as never,
  });
  await submitWaiting(line.actor);
  await line.settled();
  const answers = [
    ["5491170007101", { type: "button", text: "Unsubscribe" }, true],
    ["5491170007102", { text: "unsubscribe" }, true],
    ["5491170007103", { type: "button", text: "Shop" }, false],
  ] as const;
  for (const [peer, said, out] of answers) {
    await line.customer(peer, { text: "Hello" });
    await line.settled();
    await sendTemplate.execute(company.admin, { templateId: made.id, destination: `+${peer}` });
    await deliverWaiting(line.actor);
    await line.settled();
    await line.customer(peer, said as never);
    await line.settled();
    expect([peer, await optedOut(peer)]).toEqual([peer, [out]]);
  }
});
