import { expect, it } from "vitest";
import { claimNext, noteLeaving, settle } from "#server/messages/queue/send-queue.ts";
import { reply } from "#server/messages/sending.ts";
import { reportStatus } from "#server/messages/status/delivery-status.ts";
import { openApi, openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { pdf } from "#server/testing/recordings.ts";
import type { UploadedFile } from "#server/uploads/schema.ts";

const company = await openCompany("Lost parts");
await runPlatform();
const api = await openApi(company);
let next = 5491150770100;

async function upload(): Promise<UploadedFile> {
  const form = new FormData();
  form.append("file", new Blob([pdf]), "offer.pdf");
  return (await api.post<UploadedFile>("/v1/uploads", undefined, { raw: form })).body;
}

const file = { files: [0, 1], characters: [0, 0], options: false };
const words = { files: [1, 1], characters: [0, 9], options: true };

/** A document, and its words with a choice after it: two requests. */
async function written(line: Line) {
  const peer = String(++next);
  await line.customer(peer);
  await line.settled();
  const id = await line.conversation(peer);
  const message = { uploadId: (await upload()).id, caption: "As agreed" };
  await reply.execute(company.admin, { conversationId: id, type: "file", message, response_options: ["Yes"] });
  const report = (externalId: string, status: "delivered" | "failed") =>
    reportStatus.execute(line.actor, {
      ...{ channelId: line.channelId, externalId, callbackData: "", status, at: new Date() },
      ...(status === "failed" ? { code: "131053", reason: "The file could not be fetched." } : {}),
    });
  const stored = async () => {
    const { status, extra } = (await line.messages(id)).at(-1) ?? {};
    return { status, lost: extra?.lost, arrived: extra?.arrived, code: extra?.failureCode };
  };
  return { peer, id, report, stored };
}

it("what is lost after the platform had taken all is known by its parts, and is to be sent again alone", async () => {
  const line = await Line.open(company, "WHATSAPP_API");
  const { peer, id, report, stored } = await written(line);
  await line.drain(id);
  const [first, second] = (await line.phone(peer)).map((one) => one.id);
  await report(first ?? "", "failed");
  expect(await stored()).toEqual({ status: "failed", lost: [file], arrived: undefined, code: "131053" });
  await report(second ?? "", "delivered");
  expect(await stored()).toEqual({ status: "failed", lost: [file], arrived: undefined, code: "131053" });
  await report(first ?? "", "delivered");
  expect(await stored()).toEqual({ status: "delivered", lost: undefined, arrived: undefined, code: undefined });
});

it("where all that was taken is lost, all of it is to be sent again", async () => {
  const line = await Line.open(company, "WHATSAPP_API");
  const { peer, id, report, stored } = await written(line);
  await line.drain(id);
  const [first, second] = (await line.phone(peer)).map((one) => one.id);
  await report(second ?? "", "failed");
  expect(await stored()).toMatchObject({ status: "failed", lost: [words] });
  await report(first ?? "", "failed");
  expect(await stored()).toEqual({ status: "failed", lost: undefined, arrived: undefined, code: "131053" });
});

it("a part that is lost while the rest still leaves, or is told of before its answer is stored, is known too", async () => {
  const line = await Line.open(company, "WHATSAPP_API");
  const { id, report, stored } = await written(line);
  const { claimed } = await claimNext.execute(line.actor, { conversationId: id });
  const claim = { messageId: claimed?.message.id ?? "", attempt: claimed?.attempts ?? 0 };
  await noteLeaving.execute(line.actor, claim);
  const accept = (part: number, holds: object, arrived: object, last: boolean) =>
    settle.execute(line.actor, {
      ...{ ...claim, channelId: line.channelId },
      outcome: { kind: "accepted", externalId: `wamid.${id}.${part}`, part, last, holds, arrived } as never,
    });
  await report(`wamid.${id}.0`, "failed");
  await accept(0, file, { files: 1, characters: 0 }, false);
  expect(await stored()).toMatchObject({ status: "failed", lost: undefined, arrived: undefined });
  await accept(1, words, { files: 1, characters: 9 }, true);
  expect(await stored()).toEqual({ status: "failed", lost: [file], arrived: undefined, code: "131053" });
});
