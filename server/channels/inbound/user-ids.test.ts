import { describe, expect, it } from "vitest";
import { reply } from "#server/messages/sending.ts";
import { openApi, openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { addressed, numberIn } from "../outbound/addressing.ts";

const company = await openCompany();
await runPlatform();
const line = await Line.open(company);
const api = await openApi(company);

describe("only digits of a plausible number are a number [found C2]", () => {
  it.each([
    ["16505551234", "16505551234"],
    ["+54 9 11 5555-1234", "5491155551234"],
    ["US.13491208655302741918", ""],
    ["US.ENT.5551234567", ""],
    ["user5551234567", ""],
    ["13491208655302741918", ""],
    ["", ""],
  ])("%s", (text, number) => {
    expect(numberIn(text)).toBe(number);
  });

  it("and everything else is addressed as a recipient", () => {
    expect(addressed("16505551234")).toEqual({ to: "+16505551234" });
    expect(addressed("AR.5551234567")).toEqual({ recipient: "AR.5551234567" });
  });
});

describe("a person writes under a user name", () => {
  it.each(["user-id-sender", "user-id-in-from"])(
    "has no number, and the answer goes to the user id, to nobody else (%s) [found C2]",
    async (name) => {
      const user = `US.5491155${Math.floor(Math.random() * 1e6)}`;
      await line.receive(name, { user });
      const id = await line.conversation(user);
      const conversation = (await api.get<Record<string, string>>(`/v1/conversations/${id}`)).body;
      expect(conversation).toMatchObject({ visitorId: user, visitorPhone: "" });
      await reply.execute(company.admin, { conversationId: id, type: "text/plain", body: "Yes, we do" });
      expect(await line.drain(id)).toBeNull();
      expect(await line.phone(user)).toHaveLength(1);
      expect(await line.phone(user.slice(3))).toHaveLength(0);
    },
  );

  it("leaves the contact without a number [found C2]", async () => {
    const user = "US.5491155777001";
    await line.receive("user-id-sender", { user });
    const id = await line.conversation(user);
    const { contactId } = (await api.get<Record<string, string>>(`/v1/conversations/${id}`)).body;
    expect((await api.get(`/v1/contacts/${contactId}`)).body).toMatchObject({ name: "Zoe Marín", phone: "" });
  });
});

describe("a person who is known by number and user id", () => {
  it("takes a reaction back under either", async () => {
    const [wa_id, user_id] = ["5491155777002", "AR.5491155777002"];
    const timestamp = String(Math.floor(Date.now() / 1000));
    const contacts = [{ profile: { name: "Zoe" }, wa_id, user_id }];
    const text = { type: "text", text: { body: "Hello" } };
    await line.change({ contacts, messages: [{ from: wa_id, id: "wamid.both", timestamp, ...text }] });
    const id = await line.conversation(wa_id);
    const react = (who: object, emoji: string) =>
      line.change({
        messages: [
          { ...who, id: `wamid.${emoji}`, timestamp, type: "reaction", reaction: { message_id: "wamid.both", emoji } },
        ],
      });
    const reactions = async () => (await line.messages(id))[0]?.extra?.reactions?.map(({ emoji }) => emoji);
    await react({ from: wa_id }, "👍");
    expect(await reactions()).toEqual(["👍"]);
    await react({ from_user_id: user_id }, "❤️");
    expect(await reactions()).toEqual(["❤️"]);
    await react({ from: wa_id, from_user_id: user_id }, "");
    expect(await reactions()).toEqual([]);
  });
});
