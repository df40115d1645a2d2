import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { minute, second, shiftClock } from "#server/base/clock.ts";
import { claimNext, noteLeaving, recoverStuck, settle } from "#server/messages/queue/send-queue.ts";
import { reply } from "#server/messages/sending.ts";
import { callbackDataOf, reportStatus } from "#server/messages/status/delivery-status.ts";
import {
  claimDirect,
  closeUnconfirmed,
  deliver,
  deliverWaiting,
  listWaiting,
  noteLeaving as noteTemplateLeaving,
  releaseClaims,
} from "#server/templates/delivering.ts";
import { sendTemplate } from "#server/templates/sending.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { approvedTemplate } from "#server/testing/processes/campaigning.ts";
import { overlapping } from "#server/testing/statements/overlapping.ts";
import { findConnection } from "../connection/connecting.ts";

let templateId: number;
let next = 5491155590000;

const company = await openCompany();
await runPlatform();
const line = await Line.open(company);

beforeAll(async () => {
  templateId = (await approvedTemplate(company, line, "fates", "Hola {{1}}, hay novedades.")).id;
});
afterEach(() => shiftClock(0));

async function talk() {
  const peer = String(++next);
  await line.customer(peer);
  await line.settled();
  return { peer, id: await line.conversation(peer) };
}

/** A message whose request is on its way. */
async function leaving() {
  const { peer, id } = await talk();
  await reply.execute(company.admin, { conversationId: id, type: "text/plain", body: "Once" });
  const { claimed } = await claimNext.execute(line.actor, { conversationId: id });
  const claim = { messageId: claimed?.message.id ?? "", attempt: claimed?.attempts ?? 0 };
  await noteLeaving.execute(line.actor, claim);
  const report = (status: "sent" | "read") =>
    reportStatus.execute(line.actor, {
      channelId: line.channelId,
      externalId: `wamid.${peer}`,
      callbackData: callbackDataOf(claim.messageId, 0),
      status,
      at: new Date(),
    });
  const statusOf = async () => (await line.messages(id)).at(-1)?.status;
  return { peer, id, claim, report, statusOf };
}

describe("what the platform says of a message before its answer came, or never did", () => {
  it("is its fate where the process that sent it was killed", async () => {
    const { peer, id, report, statusOf } = await leaving();
    await report("sent");
    await report("read");
    shiftClock(10 * second);
    await line.drain(id);
    expect(await statusOf()).toBe("read");
    shiftClock(12 * minute);
    await recoverStuck.execute(line.actor, {});
    expect(await statusOf()).toBe("read");
    expect(await line.phone(peer)).toEqual([]);
  });

  it("is its fate where no answer came in time", async () => {
    const { peer, id, claim, report, statusOf } = await leaving();
    await report("read");
    const outcome = { kind: "unknown" as const, error: "no answer" };
    await settle.execute(line.actor, { ...claim, channelId: line.channelId, outcome });
    await line.drain(id);
    expect(await statusOf()).toBe("read");
    expect(await line.phone(peer)).toEqual([]);
  });

  it("is its fate where it comes while the message is given up (J10)", async () => {
    const { id, claim, statusOf } = await leaving();
    const outcome = { kind: "unknown" as const, error: "no answer" };
    await settle.execute(line.actor, { ...claim, channelId: line.channelId, outcome });
    shiftClock(12 * minute);
    const arrival = `with held as (select "companyId" from conversations where "id" = $1 for update),
      told as (update message_sends set "state" = 'done' where "messageId" = $2)
      update messages m set "status" = 'delivered' from held where m."companyId" = held."companyId" and m."id" = $2`;
    await overlapping(arrival, [id, claim.messageId], () => recoverStuck.execute(line.actor, {}));
    expect(await statusOf()).toBe("delivered");
  });
});

/** A template message that a process claimed, which is killed right then. */
async function killedTemplate(moment: "claimed" | "leaving") {
  const { peer, id } = await talk();
  await sendTemplate.execute(company.admin, { conversationId: id, templateId, variables: { "1": "Ana" } });
  const { waiting } = await listWaiting.execute(line.actor, {});
  const eventId = waiting.find(({ destination }) => destination === peer)?.id ?? "";
  const { claim } = await claimDirect.execute(line.actor, { eventId });
  if (!claim) throw new Error("nothing was claimed");
  if (moment === "leaving") expect(await noteTemplateLeaving.execute(line.actor, claim)).toEqual({ mine: true });
  shiftClock(8 * second);
  await releaseClaims.execute(line.actor, {});
  await deliverWaiting(line.actor);
  expect(await line.phone(peer)).toEqual([]);
  shiftClock(10 * second);
  await releaseClaims.execute(line.actor, {});
  await deliverWaiting(line.actor);
  return { peer, id, claim };
}

describe("a template message whose process was killed", () => {
  it("leaves within seconds where its sending had not begun, once, whichever process comes back", async () => {
    const { peer, claim } = await killedTemplate("claimed");
    expect(await line.phone(peer)).toHaveLength(1);
    expect(await deliver(line.actor, claim, await findConnection(line.actor, line.channelId))).toBeUndefined();
    expect(await line.phone(peer)).toHaveLength(1);
  });

  it("is never sent again where it may have left, and fails without a word after ten minutes", async () => {
    const { peer, id } = await killedTemplate("leaving");
    expect(await line.phone(peer)).toEqual([]);
    shiftClock(11 * minute);
    await closeUnconfirmed.execute(line.actor, {});
    await deliverWaiting(line.actor);
    shiftClock(0);
    expect(await line.phone(peer)).toEqual([]);
    expect((await line.messages(id)).at(-1)).toMatchObject({ status: "failed" });
  });
});
