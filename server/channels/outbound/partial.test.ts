import { expect, it } from "vitest";
import { claimNext, noteLeaving, settle } from "#server/messages/queue/send-queue.ts";
import { reply } from "#server/messages/sending.ts";
import { callbackDataOf, reportStatus } from "#server/messages/status/delivery-status.ts";
import { openApi, openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { pdf } from "#server/testing/recordings.ts";
import type { UploadedFile } from "#server/uploads/schema.ts";
import { connectorFor } from "../connectors.ts";

const company = await openCompany();
await runPlatform();
const api = await openApi(company);
let next = 5491150990100;

async function upload(): Promise<UploadedFile> {
  const form = new FormData();
  form.append("file", new Blob([pdf]), "offer.pdf");
  return (await api.post<UploadedFile>("/v1/uploads", undefined, { raw: form })).body;
}

/** A document whose words follow by themselves: the platform has taken the document, and refuses the words. */
async function refusedAfterFirst(line: Line, caption: string) {
  const peer = String(++next);
  await line.customer(peer);
  await line.settled();
  const id = await line.conversation(peer);
  const message = { uploadId: (await upload()).id, caption };
  await reply.execute(company.admin, { conversationId: id, type: "file", message, response_options: ["Yes"] });
  const { claimed } = await claimNext.execute(line.actor, { conversationId: id });
  if (!claimed) throw new Error("nothing waits");
  const claim = { messageId: claimed.message.id, attempt: claimed.attempts };
  await noteLeaving.execute(line.actor, claim);
  const { message: row } = claimed;
  const [first] = connectorFor(line.platform).render({ ...row, extra: row.extra ?? {} });
  const externalId = `id.${peer}`;
  const accepted = { kind: "accepted" as const, externalId, part: 0, last: false };
  const arrived = first?.arrived ? { arrived: first.arrived } : {};
  const { channelId } = line;
  await settle.execute(line.actor, { ...claim, channelId, outcome: { ...accepted, ...arrived } });
  await settle.execute(line.actor, { ...claim, channelId, outcome: { kind: "later", inMs: 0, error: "" } });
  await line.faults({ errorRate: 100, errorCode: 100 });
  await line.drain(id);
  await line.faults({ errorRate: 0 });
  const report = (status: "delivered" | "failed") =>
    reportStatus.execute(line.actor, {
      ...{ channelId, externalId, callbackData: callbackDataOf(claim.messageId, 0), status, at: new Date() },
      ...(status === "failed" ? { code: "131053", reason: "The file could not be fetched." } : {}),
    });
  return { report, stored: async () => (await line.messages(id)).at(-1) };
}

it.each(["WHATSAPP_API", "FACEBOOK", "INSTAGRAM"] as const)(
  "what arrived of a message in parts stands on the one that failed, which no arrival of it makes whole (%s)",
  async (type) => {
    const line = await Line.open(company, type);
    const { report, stored } = await refusedAfterFirst(line, "As agreed");
    const failed = { status: "failed", extra: { failureCode: "100", arrived: { files: 1, characters: 0 } } };
    expect(await stored()).toMatchObject(failed);
    await report("delivered");
    expect(await stored()).toMatchObject(failed);
  },
);

it("a part that is lost after it was taken counts as arrived no more", async () => {
  const line = await Line.open(company, "WHATSAPP_API");
  const { report, stored } = await refusedAfterFirst(line, "As agreed");
  await report("failed");
  const message = await stored();
  expect(message).toMatchObject({ status: "failed", extra: { failureCode: "131053" } });
  expect(message?.extra).not.toHaveProperty("arrived");
});

it("nothing is noted on a message whose parts have all left", async () => {
  const line = await Line.open(company, "FACEBOOK");
  const peer = String(++next);
  await line.customer(peer);
  await line.settled();
  const id = await line.conversation(peer);
  await reply.execute(company.admin, {
    ...{ conversationId: id, type: "file", message: { uploadId: (await upload()).id, caption: "As agreed" } },
  });
  await line.drain(id);
  const message = (await line.messages(id)).at(-1);
  expect(message?.status).not.toBe("failed");
  expect(message?.extra).not.toHaveProperty("arrived");
  expect(await line.phone(peer)).toHaveLength(2);
});
