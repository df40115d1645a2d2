import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { shiftClock } from "#server/base/clock.ts";
import { systemPool } from "#server/db/system.ts";
import { recoverStuck } from "#server/messages/queue/send-queue.ts";
import { reply } from "#server/messages/sending.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { storeImage } from "#server/uploads/storing.ts";
import { fetchMissing, rememberMissing } from "../media/fetching.ts";
import { tellSeen } from "../outbound/read-marks.ts";
import { processInbound } from "./processing.ts";

const peer = "5491155560001";
let id: string;

const company = await openCompany();
await runPlatform();
const line = await Line.open(company);

beforeAll(async () => {
  await line.customer(peer);
  await line.settled();
  id = await line.conversation(peer);
});

/** While `work` runs, the channel's connection cannot be looked up: the look-up fails, it does not come back empty. */
async function whileUnreadable(work: () => Promise<void>): Promise<void> {
  const { rows } = await systemPool().query(`select "credentials" as sealed from channels where "id" = $1`, [
    line.channelId,
  ]);
  const put = (sealed: string) =>
    systemPool().query(`update channels set "credentials" = $2 where "id" = $1`, [line.channelId, sealed]);
  await put("not to be opened");
  try {
    await work();
  } finally {
    await put(rows[0].sealed);
  }
}

describe("a connection that cannot be looked up for a moment", () => {
  it("keeps what is to be sent waiting, and the look for what stands still finds it [found C4]", async () => {
    await reply.execute(company.admin, { conversationId: id, type: "text/plain", body: "Worth a second try" });
    await whileUnreadable(async () => {
      await expect(line.drain(id)).rejects.toThrow();
      expect((await line.messages(id)).at(-1)).toMatchObject({ status: "queued", failureReason: null });
      shiftClock(31_000);
      expect((await recoverStuck.execute(line.actor, {})).conversationIds).toContain(id);
      shiftClock(0);
    });
    await line.drain(id);
    expect(await line.phone(peer)).toHaveLength(1);
  });

  it("keeps what came in for the next try, with its picture [found C4]", async () => {
    const png = sharp({ create: { width: 20, height: 10, channels: 3, background: "#c81e1e" } }).png();
    const { url } = await storeImage(line.actor, await png.toBuffer());
    await line.customer(peer, { type: "image", text: "", url });
    const waits = async () => {
      const { rows } = await systemPool().query<{ n: number }>(
        `select count(*) as n from inbound_payloads where "channelId" = $1 and "status" = 'received'`,
        [line.channelId],
      );
      return (rows[0]?.n ?? 0) > 0;
    };
    await expect.poll(waits, { timeout: 10_000 }).toBe(true);
    await whileUnreadable(async () => {
      await expect(processInbound(line.actor, line.channelId)).rejects.toThrow();
      expect(await waits()).toBe(true);
    });
    await line.settled();
    const last = (await line.messages(id)).filter(({ fromType }) => fromType === "visitor").at(-1);
    expect(last).toMatchObject({ type: "image" });
    expect(last?.attachments).toHaveLength(1);
  });

  it("uses up no try of a file, and is no silence about what was seen [found C4]", async () => {
    const { rows } = await systemPool().query<{ externalId: string }>(
      `select l."externalId" from message_links l join messages m on m."id" = l."messageId"
       where l."channelId" = $1 and m."type" = 'image'`,
      [line.channelId],
    );
    const link = { channelId: line.channelId, externalId: rows[0]?.externalId ?? "" };
    const missing = [{ type: "image" as const, id: "1", url: "", mimeType: "image/png", sha256: "", fileName: "" }];
    await line.within(() => rememberMissing(line.actor, link, missing, new Date(Date.now() - 60_000)));
    await whileUnreadable(async () => {
      await expect(fetchMissing(line.actor, line.channelId)).rejects.toThrow();
      await expect(tellSeen(line.actor, id, false)).rejects.toThrow();
    });
    const after = await systemPool().query(`select "fetches" from message_links where "externalId" = $1`, [
      link.externalId,
    ]);
    expect(after.rows[0].fetches).toBe(0);
  });
});
