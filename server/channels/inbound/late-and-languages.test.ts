import { describe, expect, it } from "vitest";
import { hour } from "#server/base/clock.ts";
import { systemPool } from "#server/db/system.ts";
import { reply } from "#server/messages/sending.ts";
import { openApi, openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { renderWhatsapp } from "../whatsapp/outbound.ts";

let next = 5491150037000;

const company = await openCompany();
await runPlatform();
const line = await Line.open(company);
const api = await openApi(company);

async function writtenAgo(ms: number): Promise<string> {
  const peer = String(++next);
  await line.receive("text", { peer, text: "Hello", seconds: String(Math.floor((Date.now() - ms) / 1000)) });
  return line.conversation(peer);
}

describe("the window counts from the message's own time", () => {
  it("a first message that comes 25 h late opens none, one of 20 h ago four hours [found C9]", async () => {
    const late = await writtenAgo(25 * hour);
    const { windowExpiresAt } = (await api.get<{ windowExpiresAt: string }>(`/v1/conversations/${late}`)).body;
    expect(new Date(windowExpiresAt).getTime()).toBeLessThan(Date.now());
    const words = { conversationId: late, type: "text/plain" as const, body: "Hello" };
    await expect(reply.execute(company.admin, words)).rejects.toMatchObject({ code: "messaging_window_closed" });
    const recent = await writtenAgo(20 * hour);
    const answer = await reply.execute(company.admin, { ...words, conversationId: recent });
    expect(answer.status).toBe("queued");
  });
});

describe("the list button speaks the conversation's language", () => {
  const seven = Array.from({ length: 7 }, (_, index) => `Option ${index + 1}`);

  it.each([
    ["en", "Options"],
    ["es", "Opciones"],
    ["pt", "Opções"],
  ])("%s [found C9]", async (lang, word) => {
    const id = await writtenAgo(0);
    await systemPool().query(
      `update conversations set "flowState" = jsonb_build_object('language', $2::text) where "id" = $1`,
      [id, lang],
    );
    await reply.execute(company.admin, { conversationId: id, type: "text/plain", body: "?", response_options: seven });
    await line.drain(id);
    const [sent] = await line.phone(String(next));
    expect(sent?.body).toMatchObject({ interactive: { type: "list", action: { button: word } } });
  });

  it("and stays in English where nothing is known [found C9]", () => {
    const message = { id: "0", type: "text/plain" as const, text: "?", attachments: [], extra: {} };
    const [part] = renderWhatsapp({ ...message, senderType: "robot", responseOptions: seven });
    expect(part?.body).toMatchObject({ interactive: { action: { button: "Options" } } });
  });
});

describe("a failure with a long reason", () => {
  it("is told, with as much of it as is kept (channels.md 2.4)", async () => {
    const id = await writtenAgo(0);
    await line.faults({ statuses: false });
    await reply.execute(company.admin, { conversationId: id, type: "text/plain", body: "Hello" });
    await line.drain(id);
    const sent = (await line.messages(id)).at(-1)?.externalId;
    const errors = [{ code: 987654, title: "x", error_data: { details: "reason ".repeat(300) } }];
    const timestamp = String(Math.floor(Date.now() / 1000));
    await line.change({ statuses: [{ id: sent, status: "failed", timestamp, errors }] });
    const message = (await line.messages(id)).at(-1);
    expect(message).toMatchObject({ status: "failed", failureReason: expect.stringMatching(/^reason reason/) });
    expect(message?.failureReason).toHaveLength(1000);
  });
});
