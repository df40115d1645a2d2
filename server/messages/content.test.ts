import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { systemActor } from "#server/core/actor.ts";
import { app } from "#server/rest/app.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";
import { pdf, recording } from "#server/testing/recordings.ts";
import { converse, reread, say, transcript } from "#server/testing/talking.ts";
import { removeUploads } from "#server/uploads/removing.ts";
import type { UploadedFile } from "#server/uploads/schema.ts";
import type { Message } from "./schema.ts";

const company = await openCompany();
const api = await openApi(company);

async function upload(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<UploadedFile> {
  const form = new FormData();
  form.append("file", new Blob([bytes]), name);
  return (await api.post<UploadedFile>("/v1/uploads", undefined, { raw: form })).body;
}

describe("a file on the web [W2]", () => {
  it("leaves by its upload, with name, caption, kind and length", async () => {
    const { id } = await converse(api, company);
    const [offer, note] = [await upload(pdf, "offer.pdf"), await upload(await recording("ogg"), "note.ogg")];
    const file = await say(api, id, "user", {
      type: "file",
      message: { uploadId: offer.id, fileName: "Offer 7.pdf", caption: "As agreed" },
    });
    expect(file.body).toMatchObject({
      ...{ type: "file", text: "As agreed", status: "sent" },
      attachments: [{ title: "Offer 7.pdf", image_url: offer.url }],
      extra: { files: [{ name: "Offer 7.pdf", contentType: "application/pdf", size: offer.size, url: offer.url }] },
    });
    const voice = await say(api, id, "user", { type: "audio", message: { uploadId: note.id, voice: true } });
    expect(voice.body.extra?.files).toMatchObject([{ voice: true, durationMs: note.durationMs }]);
    const picture = await sharp({ create: { width: 8, height: 6, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();
    const image = await upload(new Uint8Array(picture), "p.png");
    const shown = await say(api, id, "user", { type: "image", message: { uploadId: image.id, caption: "Look" } });
    expect(shown.body).toMatchObject({ type: "image", text: "Look", attachments: [{ width: 8, height: 6 }] });
    expect((await transcript(api, id)).filter(({ type }) => type !== "command").map(({ type }) => type)).toEqual([
      "file",
      "audio",
      "image",
    ]);
  });

  it("is refused as a kind it is not, with the field, the code and what to do", async () => {
    const { id } = await converse(api, company);
    const offer = await upload(pdf, "offer.pdf");
    const answer = await say(api, id, "user", { type: "video", message: { uploadId: offer.id } });
    expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 400, error: "unsupported_content" });
    expect(answer.body.details?.[0]).toMatchObject({
      ...{ field: "message.uploadId", code: "type_not_supported" },
      message: "This is no file that can be sent as video. Send it as another type.",
    });
    for (const message of [{}, { uploadId: offer.id, url: offer.url }]) {
      const unclear = await say(api, id, "user", { type: "file", message });
      expect({ status: unclear.status, field: unclear.body.details?.[0]?.field }).toEqual({
        status: 400,
        field: "message",
      });
    }
    expect((await transcript(api, id)).filter(({ type }) => type !== "command")).toEqual([]);
  });

  it("stays with each conversation that it was sent to, also when the first of them is deleted", async () => {
    const [first, second] = [await converse(api, company), await converse(api, company, { from: "visitor-2" })];
    const offer = await upload(pdf, "offer.pdf");
    const send = (id: string, message: unknown) => say(api, id, "user", { type: "file", message });
    const one = await send(first.id, { uploadId: offer.id });
    const again = await send(first.id, { uploadId: offer.id });
    const [two, three] = [await send(second.id, { uploadId: offer.id }), await send(second.id, { url: offer.url })];
    const urls = [one, again, two, three].map(({ body }) => body.attachments[0]?.image_url ?? "");
    expect(urls.slice(0, 2)).toEqual([offer.url, offer.url]);
    expect(new Set(urls).size).toBe(3);
    expect(two.body.extra?.files?.[0]?.url).toBe(urls[2]);
    expect((await api.delete(`/v1/conversations/${first.id}`)).status).toBe(200);
    await removeUploads.execute(systemActor(company.companyId), { conversationId: first.id });
    const served = await Promise.all(urls.map(async (url) => (await http(app).get(new URL(url).pathname)).status));
    expect(served).toEqual([404, 404, 200, 200]);
  });

  it("of another company is not known", async () => {
    const other = await openCompany("Other");
    const foreign = await openApi(other);
    const offer = await upload(pdf, "offer.pdf");
    const { id } = await converse(foreign, other);
    const answer = await say(foreign, id, "user", { type: "file", message: { uploadId: offer.id } });
    expect(answer.body.details?.[0]).toMatchObject({ field: "message.uploadId", code: "unknown_reference" });
  });
});

describe("an answer to one message [W2]", () => {
  it("names it, and refuses a message of another conversation", async () => {
    const [{ id }, other] = [await converse(api, company), await converse(api, company, { from: "visitor-2" })];
    const asked = await say(api, id, "visitor", { body: "How much?" });
    const send = (conversationId: string, replyToId: string) =>
      api.post<Message>(`/v1/conversations/${conversationId}/messages`, {
        ...{ from: "user-1", fromType: "user", type: "text/plain", body: "Ten", replyToId },
      });
    const told = await send(id, asked.body.id);
    expect(told.body.extra?.quoted).toEqual({ messageId: asked.body.id, externalId: "" });
    const foreign = await send(other.id, asked.body.id);
    expect(foreign.body.details?.[0]).toMatchObject({ field: "replyToId", code: "unknown_reference" });
  });
});

describe("a reaction [W2]", () => {
  it("is one of the team for a message, is replaced, and goes; repeating it changes nothing", async () => {
    const { id } = await converse(api, company);
    const asked = await say(api, id, "visitor", { body: "Thanks!" });
    const path = `/v1/conversations/${id}/messages/${asked.body.id}/reaction`;
    const react = (emoji: string) => api.put<Message>(path, { emoji });
    expect((await react("👍")).body.extra?.reactions).toMatchObject([{ emoji: "👍", from: "team" }]);
    expect((await react("❤️")).body.extra?.reactions).toMatchObject([{ emoji: "❤️", from: "team" }]);
    const before = await reread(api, id);
    expect((await react("❤️")).status).toBe(200);
    expect((await reread(api, id)).updatedAt).toBe(before.updatedAt);
    expect((await api.delete<Message>(path)).body.extra?.reactions ?? []).toEqual([]);
    expect((await api.delete<Message>(path)).status).toBe(200);
  });

  it("is one emoji, on a message that is there", async () => {
    const { id } = await converse(api, company);
    const asked = await say(api, id, "visitor");
    const path = (messageId: string) => `/v1/conversations/${id}/messages/${messageId}/reaction`;
    for (const emoji of ["", "ok", "👍👍", "<b>"]) {
      expect((await api.put(path(asked.body.id), { emoji })).body.details?.[0]?.field).toBe("emoji");
    }
    expect((await api.put(path(id), { emoji: "👍" })).status).toBe(404);
  });
});
