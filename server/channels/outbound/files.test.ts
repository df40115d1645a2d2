import { beforeAll, describe, expect, it } from "vitest";
import { hour, shiftClock } from "#server/base/clock.ts";
import { env } from "#server/config/env.ts";
import { systemPool } from "#server/db/system.ts";
import { removeReaction, setReaction } from "#server/messages/reacting.ts";
import { sendMessage } from "#server/messages/sending.ts";
import { openApi, openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { pdf, recording } from "#server/testing/recordings.ts";
import type { UploadedFile } from "#server/uploads/schema.ts";
import { simulatorThread } from "../simulator/operations.ts";
import { sendReaction } from "./reacting.ts";

const company = await openCompany();
await runPlatform();
const api = await openApi(company);
let next = 5491150088100;

async function upload(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<UploadedFile> {
  const form = new FormData();
  form.append("file", new Blob([bytes]), name);
  return (await api.post<UploadedFile>("/v1/uploads", undefined, { raw: form })).body;
}

async function talkOn(line: Line) {
  const peer = String(++next);
  const asked = await line.customer(peer);
  await line.settled();
  const id = await line.conversation(peer);
  const [first] = await line.messages(id);
  const send = (input: object) =>
    sendMessage.execute(company.admin, { conversationId: id, from: company.admin.id, fromType: "user", ...input });
  const bodies = async () => {
    await line.drain(id);
    return (await line.phone(peer)).map(({ body }) => body);
  };
  const phone = async () =>
    (await simulatorThread.execute(company.admin, { channelId: line.channelId, peer })).messages;
  return { id, peer, asked, first: first?.id ?? "", send, bodies, phone };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "taken",
    (error: unknown) => (error as { code: string }).code,
  );

describe("WhatsApp [W2]", () => {
  let line: Line;
  beforeAll(async () => {
    line = await Line.open(company, "WHATSAPP_API");
  });

  it("gets a document with its name and caption, and a voice note as one, each uploaded first", async () => {
    const { send, bodies, phone } = await talkOn(line);
    const [offer, note] = [await upload(pdf, "offer.pdf"), await upload(await recording("ogg"), "note.ogg")];
    await send({ type: "file", message: { uploadId: offer.id, caption: "As agreed" } });
    await send({ type: "audio", message: { uploadId: note.id, caption: "Listen", voice: true } });
    const sent = await bodies();
    expect(sent[0]).toMatchObject({
      ...{ type: "document", document: { id: expect.any(String), filename: "offer.pdf", caption: "As agreed" } },
    });
    expect(sent[1]).toMatchObject({ type: "audio", audio: { id: expect.any(String), voice: true } });
    expect(sent[2]).toMatchObject({ type: "text", text: { body: "Listen" } });
    expect((await phone()).map(({ mediaName }) => mediaName).filter(Boolean)).toEqual(["offer.pdf", "note.ogg"]);
  });

  it("gets a file that was queued under a former address of ours like any other [P4]", async () => {
    const { id, send, bodies } = await talkOn(line);
    const offer = await upload(pdf, "offer.pdf");
    await send({ type: "file", message: { uploadId: offer.id } });
    const former = `replace("attachments"::text, $2, $3)::jsonb, "extra" = replace("extra"::text, $2, $3)::jsonb`;
    const given = [id, env.publicUrl, env.previousUrls[0] ?? ""];
    await systemPool().query(`update messages set "attachments" = ${former} where "conversationId" = $1`, given);
    expect((await bodies())[0]).toMatchObject({
      ...{ type: "document", document: { id: expect.any(String), filename: "offer.pdf" } },
    });
  });

  it("gets two channels as a sound, and the message says that it is no voice note", async () => {
    const { send, bodies } = await talkOn(line);
    const stereo = await upload(await recording("ogg", 2), "song.ogg");
    const message = await send({ type: "audio", message: { uploadId: stereo.id, voice: true } });
    expect(message.extra?.files?.[0]?.voice).toBe(false);
    const [body] = await bodies();
    expect(body?.audio).not.toHaveProperty("voice");
  });

  it("is spared what it does not play, before anything leaves", async () => {
    const { send, bodies } = await talkOn(line);
    const web = await upload(await recording("webm"), "note.webm");
    expect(await codeOf(send({ type: "audio", message: { uploadId: web.id } }))).toBe("unsupported_content");
    expect(await bodies()).toEqual([]);
  });

  it("takes no reaction after the window, and says so", async () => {
    const { id, first } = await talkOn(line);
    shiftClock(25 * hour);
    const late = codeOf(setReaction.execute(company.admin, { conversationId: id, messageId: first, emoji: "👍" }));
    const code = await late.finally(() => shiftClock(0));
    expect(code).toBe("messaging_window_closed");
  });

  it("that refuses a reaction is told on the message, for readers of any language", async () => {
    const { id, first } = await talkOn(line);
    await setReaction.execute(company.admin, { conversationId: id, messageId: first, emoji: "👍" });
    await line.faults({ tokenRevoked: true });
    await sendReaction(line.actor, id, first);
    await line.faults({ tokenRevoked: false });
    const [message] = await line.messages(id);
    expect(message?.extra?.reactions).toMatchObject([
      { emoji: "👍", from: "team", failed: expect.any(String), failedWhy: "not_connected" },
    ]);
  });
});

describe.each(["WHATSAPP_API", "FACEBOOK", "INSTAGRAM"] as const)("on %s", (type) => {
  let line: Line;
  beforeAll(async () => {
    line = await Line.open(company, type);
  });

  it("an answer names the visitor's message, with a file too [W2]", async () => {
    const { send, bodies, asked, first } = await talkOn(line);
    const offer = await upload(pdf, "offer.pdf");
    await send({ type: "file", message: { uploadId: offer.id }, replyToId: first });
    const [body] = await bodies();
    const named =
      type === "WHATSAPP_API" ? { context: { message_id: asked } } : { message: { reply_to: { mid: asked } } };
    expect(body).toMatchObject(named);
    if (type !== "WHATSAPP_API") expect(body).toMatchObject({ message: { attachment: { type: "file" } } });
  });

  it("the customer sees the team's reaction come, change and go [W2]", async () => {
    const { id, first, asked, phone } = await talkOn(line);
    const about = { conversationId: id, messageId: first };
    const shown = async () => {
      await sendReaction(line.actor, id, first);
      return (await phone()).find((one) => one.id === asked)?.reaction;
    };
    await setReaction.execute(company.admin, { ...about, emoji: "👍" });
    expect(await shown()).toBe("👍");
    await setReaction.execute(company.admin, { ...about, emoji: "❤️" });
    expect(await shown()).toBe("❤️");
    await removeReaction.execute(company.admin, about);
    expect(await shown()).toBe("");
  });
});

it("Instagram takes documents only as PDF [W2]", async () => {
  const line = await Line.open(company, "INSTAGRAM");
  const { send } = await talkOn(line);
  const csv = await upload(new TextEncoder().encode("a,b\n"), "prices.csv");
  expect(await codeOf(send({ type: "file", message: { uploadId: csv.id } }))).toBe("unsupported_content");
});
