import { expect, it } from "vitest";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";

const company = await openCompany("Late changes");
await runPlatform();
const line = await Line.open(company);
let next = 5_491_150_047_000;

/** A visitor's message, and what they change about it so many seconds ago. */
async function written() {
  const peer = String(++next);
  const target = `wamid.${peer}`;
  const seconds = Math.floor(Date.now() / 1000);
  const say = (ago: number, said: object) =>
    line.change({
      messages: [{ from: peer, id: `wamid.${Math.random()}`, timestamp: String(seconds - ago), ...said }],
    });
  await say(100, { id: target, type: "text", text: { body: "First" } });
  const conversationId = await line.conversation(peer);
  const message = async () => (await line.messages(conversationId))[0];
  const edit = (ago: number, body: string) =>
    say(ago, { type: "edit", edit: { original_message_id: target, message: { type: "text", text: { body } } } });
  const react = (ago: number, emoji: string) => say(ago, { type: "reaction", reaction: { message_id: target, emoji } });
  return { message, edit, react };
}

it("an edit that comes late does not take back a newer one [channels 2.6]", async () => {
  const { message, edit } = await written();
  await edit(20, "Newest");
  await edit(60, "Older");
  expect((await message())?.text).toBe("Newest");
  await edit(10, "Newest of all");
  expect(await message()).toMatchObject({ text: "Newest of all", edited: true });
});

it("nor does a reaction take the place of a newer one, or of its end [channels 2.6]", async () => {
  const { message, react } = await written();
  const emojis = async () => (await message())?.extra?.reactions?.map(({ emoji }) => emoji) ?? [];
  await react(40, "❤️");
  await react(60, "👍");
  expect(await emojis()).toEqual(["❤️"]);
  await react(20, "");
  await react(30, "👍");
  expect(await emojis()).toEqual([]);
  await react(10, "🎉");
  expect(await emojis()).toEqual(["🎉"]);
});
