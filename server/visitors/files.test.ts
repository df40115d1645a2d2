import { beforeAll, describe, expect, it } from "vitest";
import type { CreatedCompany } from "#server/companies/creating.ts";
import { systemActor } from "#server/core/actor.ts";
import { setReaction } from "#server/messages/reacting.ts";
import { sendMessage } from "#server/messages/sending.ts";
import { openPools } from "#server/testing/pools.ts";
import { recording } from "#server/testing/recordings.ts";
import { plainCompany, visitorOn } from "#server/testing/visitor.ts";
import type { VisitorMessage } from "./schema.ts";

openPools();

let acme: CreatedCompany;
type Sent = { message: VisitorMessage };
type Stored = { id: string; contentType: string };

beforeAll(async () => {
  acme = await plainCompany("Acme");
});

async function shopper() {
  const visitor = await visitorOn(acme.channelId);
  const id = await visitor.begin("Do you ship abroad?");
  const one = `/conversations/${id}`;
  const actor = systemActor(acme.companyId);
  return {
    ...visitor,
    id,
    store: (query: string, raw: BodyInit) =>
      visitor.side.post<Stored>(`${visitor.base}/uploads?${query}`, undefined, { ...visitor.options, raw }),
    send: (message: Record<string, unknown>) => visitor.post<Sent>(`${one}/messages`, message),
    react: (messageId: string, body: unknown) =>
      visitor.side.put<Sent>(`${visitor.base}${one}/messages/${messageId}/reaction`, body, visitor.options),
    answer: (body: string) =>
      sendMessage.execute(actor, { conversationId: id, from: acme.userId, fromType: "user", body }),
    teamReacts: (messageId: string) => setReaction.execute(actor, { conversationId: id, messageId, emoji: "🎉" }),
  };
}

describe("a file of the visitor [W2]", () => {
  it("is whatever its bytes say, under its own name", async () => {
    const visitor = await shopper();
    const stored = await visitor.store("name=order%20list.pdf", "%PDF-1.7\n%%EOF\n");
    expect(stored).toMatchObject({ status: 201, body: { contentType: "application/pdf" } });
    const sent = await visitor.send({ type: "file", uploadId: stored.body.id, clientMessageId: "f-1" });
    expect(sent.status).toBe(202);
    expect(sent.body.message).toMatchObject({ type: "file", file: { name: "order list.pdf" }, imageUrl: "" });
  });

  it("is no image because the visitor calls it one", async () => {
    const visitor = await shopper();
    const stored = await visitor.store("name=page.png", "<svg xmlns='http://www.w3.org/2000/svg'/>");
    expect(stored.status).toBe(201);
    const sent = await visitor.send({ type: "image", uploadId: stored.body.id });
    expect(sent).toMatchObject({ status: 400, body: { details: [{ field: "message.uploadId", code: "mismatch" }] } });
    const file = await visitor.send({ type: "file", uploadId: stored.body.id });
    expect(file.body.message).toMatchObject({ type: "file", imageUrl: "" });
  });

  it("is a voice note where it was recorded as one", async () => {
    const visitor = await shopper();
    const stored = await visitor.store("name=voice.webm&voice=true", await recording("webm"));
    expect(stored.body.contentType).toBe("audio/ogg");
    const sent = await visitor.send({ type: "file", uploadId: stored.body.id, voice: true });
    expect(sent.body.message).toMatchObject({ type: "audio", file: { contentType: "audio/ogg" } });
  });

  it("is refused when it is larger than a visitor may leave, and when another visitor uploaded it", async () => {
    const [mine, theirs] = [await shopper(), await shopper()];
    expect((await mine.store("name=film.mp4", new Uint8Array(20 * 1024 * 1024 + 1))).status).toBe(413);
    const stored = await mine.store("name=notes.txt", "Monday");
    const stolen = await theirs.send({ type: "file", uploadId: stored.body.id });
    expect(stolen).toMatchObject({ status: 400, body: { details: [{ field: "message.uploadId" }] } });
  });
});

describe("an answer and a reaction of the visitor [W2]", () => {
  it("names the message of the team that it answers, and no other conversation's", async () => {
    const [visitor, stranger] = [await shopper(), await shopper()];
    const { id } = await visitor.answer("Yes, to all of Europe.");
    const sent = await visitor.send({ body: "And how much is it?", replyToId: id });
    expect(sent.body.message.quotedId).toBe(id);
    const foreign = await stranger.send({ body: "Me too", replyToId: id });
    expect(foreign).toMatchObject({ status: 400, body: { error: "validation_error" } });
  });

  it("stands beside the team's, is replaced by another, and goes", async () => {
    const visitor = await shopper();
    const { id } = await visitor.answer("Yes, to all of Europe.");
    await visitor.teamReacts(id);
    await visitor.react(id, { emoji: "👍" });
    const replaced = await visitor.react(id, { emoji: "❤️" });
    expect(replaced.body.message).toMatchObject({ reactions: ["🎉", "❤️"], reacted: "❤️" });
    expect((await visitor.react(id, {})).body.message).toMatchObject({ reactions: ["🎉"], reacted: null });
  });

  it("is one emoji, on a message of one's own conversation", async () => {
    const [visitor, stranger] = [await shopper(), await shopper()];
    const { id } = await visitor.answer("Yes.");
    expect((await visitor.react(id, { emoji: "no sign" })).status).toBe(400);
    expect((await stranger.react(id, { emoji: "👍" })).status).toBe(404);
  });
});
