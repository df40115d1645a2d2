import { expect, it } from "vitest";
import { shiftClock } from "#server/base/clock.ts";
import { close } from "#server/conversations/closing.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";

const company = await openCompany();
await runPlatform();
const picture = "https://unknown.example/picture.png";

type Found = {
  status: string;
  utmCampaign: string;
  card: string | null;
  freeEntryUntil: Date | null;
  conversationContext: object;
};

/** The conversations with somebody, the oldest first. */
async function conversations(line: Line, peer: string): Promise<Found[]> {
  const { rows } = await systemPool().query<Found>(
    `select "status", "utmCampaign", "referral"->>'sourceId' as card, "freeEntryUntil", "conversationContext"
     from conversations where "channelId" = $1 and "visitorId" = $2 order by "id"`,
    [line.channelId, peer],
  );
  return rows;
}

/** Somebody whose conversation was closed two days ago does something. */
async function returning(line: Line, peer: string, comes: () => Promise<unknown>): Promise<void> {
  const conversationId = await line.conversation(peer);
  await close.execute(company.admin, { conversationId, isLead: false });
  shiftClock(48 * 3_600_000);
  try {
    await comes();
  } finally {
    shiftClock(0);
  }
}

it("a returning customer's click on an ad belongs to the new conversation (channels.md 2.3, E4)", async () => {
  const line = await Line.open(company);
  const peer = "5491150099001";
  await line.receive("text", { peer, text: "Hello" });
  await returning(line, peer, () => line.receive("ad-referral", { peer, picture }));
  const [before, after, ...more] = await conversations(line, peer);
  expect(more).toEqual([]);
  expect(before).toMatchObject({ status: "closed", utmCampaign: "", card: null, freeEntryUntil: null });
  expect(after).toMatchObject({ status: "opened", utmCampaign: "120226305854810726", card: "120226305854810726" });
  expect(after?.freeEntryUntil).toBeInstanceOf(Date);
});

it("and a second ad's campaign is not the first one's (channels.md 2.3)", async () => {
  const line = await Line.open(company, "FACEBOOK");
  const peer = "7500000000001";
  const ad = (id: string) => ({ ref: "", source: "ADS", type: "OPEN_THREAD", ad_id: id });
  await line.event(peer, { message: { mid: "m_spring", text: "Hello", referral: ad("11") } });
  await returning(line, peer, () => line.event(peer, { referral: ad("22") }));
  expect(await conversations(line, peer)).toMatchObject([
    { status: "closed", utmCampaign: "11", card: "11" },
    { status: "opened", utmCampaign: "22", card: "22" },
  ]);
});

it("a new conversation has the visitor's Instagram name too", async () => {
  const line = await Line.open(company, "INSTAGRAM");
  const peer = "7500000000002";
  await line.customer(peer, { name: "Zoe" });
  await line.settled();
  await returning(line, peer, () => line.event(peer, { message: { mid: "aWdf_2", text: "Hello again" } }));
  const named = { conversationContext: { igUsername: "zoe" } };
  expect(await conversations(line, peer)).toMatchObject([named, { status: "opened", ...named }]);
});
