import { afterEach, describe, expect, it } from "vitest";
import { minute, shiftClock } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { systemPool } from "#server/db/system.ts";
import { typesDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread, say, transcript } from "#server/testing/talking.ts";
import type { Message } from "./schema.ts";

const company = await openCompany();
const api = await openApi(company);
afterEach(() => shiftClock(0));

const edit = (message: Message, body: unknown) =>
  api.patch<Message>(`/v1/conversations/${message.conversationId}/messages/${message.id}`, { body });

async function mine(extra: Record<string, unknown> = {}): Promise<Message> {
  const { id } = await converse(api, company, extra);
  return (await say(api, id, "user", { from: company.admin.id, body: "Helo" })).body;
}

describe("PATCH .../messages/{messageId} (F11)", () => {
  it("changes an own text, marks it edited and tells no public event", async () => {
    const message = await mine();
    const types = await typesDuring(company, async () => {
      const { status, body } = await edit(message, "Hello");
      expect(status).toBe(200);
      expect(body).toEqual({ ...message, text: "Hello", edited: true });
    });
    expect(types).toEqual([]);
    expect((await transcript(api, message.conversationId)).find((one) => one.id === message.id)?.text).toBe("Hello");
  });

  it("changes the conversation's last message only when it is the last, commands aside", async () => {
    const message = await mine();
    await api.post(`/v1/conversations/${message.conversationId}/tags`, { tag: "x" });
    await edit(message, "Hello");
    expect((await reread(api, message.conversationId)).lastMessage).toBe("Hello");
    await say(api, message.conversationId, "visitor", { body: "Thanks" });
    await edit(message, "Hello again");
    expect((await reread(api, message.conversationId)).lastMessage).toBe("Thanks");
  });

  it("is over after 15 minutes", async () => {
    const message = await mine();
    shiftClock(14 * minute);
    expect((await edit(message, "In time")).status).toBe(200);
    shiftClock(15 * minute + 5000);
    const late = await edit(message, "Late");
    expect([late.status, late.body.error]).toEqual([409, "conflict"]);
  });

  it("is for one's own messages", async () => {
    const { id } = await converse(api, company);
    const theirs = (await say(api, id, "user", { from: company.agent.id })).body;
    const visitors = (await say(api, id, "visitor")).body;
    for (const message of [theirs, visitors]) expect((await edit(message, "x")).status).toBe(403);
    const [command] = await transcript(api, id);
    if (command) expect((await edit(command, "x")).status).toBe(404);
  });

  it("is for texts of the web channel", async () => {
    const channelId = newId();
    await systemPool().query(
      `insert into channels ("companyId", "id", "type", "label") values ($1, $2, 'FACEBOOK', 'F')`,
      [company.companyId, channelId],
    );
    expect((await edit(await mine({ channelId, channel: "FACEBOOK" }), "x")).status).toBe(409);
    const { id } = await converse(api, company);
    const image = await say(api, id, "user", {
      from: company.admin.id,
      type: "image",
      message: { url: "https://a.b/c" },
    });
    expect((await edit(image.body, "x")).status).toBe(409);
  });

  it.each(["", "  ", "x".repeat(4097), null])("refuses the body %j", async (body) => {
    expect((await edit(await mine(), body)).body.details?.[0]?.field).toBe("body");
  });

  it("answers 404 for a message of another conversation", async () => {
    const [message, elsewhere] = [await mine(), await mine()];
    const wrong = { ...message, conversationId: elsewhere.conversationId };
    expect((await edit(wrong, "x")).status).toBe(404);
    expect((await edit({ ...message, id: "x" }, "x")).status).toBe(404);
  });
});
