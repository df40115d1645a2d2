import { beforeAll, expect, it } from "vitest";
import { close } from "#server/conversations/closing.ts";
import { readConversation } from "#server/conversations/list/listing.ts";
import { systemPool } from "#server/db/system.ts";
import { sendMessage } from "#server/messages/sending.ts";
import { callbackDataOf } from "#server/messages/status/delivery-status.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";

const company = await openCompany("Echoes");
await runPlatform();
let line: Line;
let next = 7_100_000_009_000;
beforeAll(async () => {
  line = await Line.open(company, "FACEBOOK");
});

const echo = (peer: string, message: object) =>
  line.event(line.account.id, {
    recipient: { id: peer },
    message: { is_echo: true, app_id: 1, ...message },
  });

/** A visitor's conversation, closed after an answer that is still on its way. */
async function closedBehind(text: string) {
  const peer = String(++next);
  await line.customer(peer, { text: "Hello" });
  await line.settled();
  const conversationId = await line.conversation(peer);
  const { id } = await sendMessage.execute(company.admin, {
    ...{ conversationId, from: company.admin.id, fromType: "user", body: text },
  });
  await close.execute(company.admin, { conversationId, isLead: false });
  const openings = async () => {
    const { rows } = await systemPool().query<{ data: object }>(
      `select "command"->'data' as "data" from messages where "conversationId" = $1 and "command"->>'name' = 'opened'`,
      [conversationId],
    );
    return rows.map(({ data }) => data);
  };
  const status = async () => (await readConversation.execute(company.admin, { conversationId })).status;
  return { peer, conversationId, id, openings, status };
}

it("an answer of ours whose echo outruns the platform's own answer opens no closed conversation [channels 7.4]", async () => {
  const { peer, conversationId, id, openings, status } = await closedBehind("Goodbye");
  await echo(peer, { mid: "m_goodbye", text: "Goodbye", metadata: callbackDataOf(id, 0) });
  expect([await status(), await openings()]).toEqual(["CLOSED", []]);
  const sent = (await line.messages(conversationId)).find((one) => one.id === id);
  expect(sent).toMatchObject({ externalId: "m_goodbye", status: "sent" });
});

it("what the team writes in the page's own inbox opens it, and the visitor is not said to have written [E4]", async () => {
  const { peer, openings, status } = await closedBehind("Bye");
  await echo(peer, { mid: "m_elsewhere", text: "One more thing" });
  expect([await status(), await openings()]).toEqual(["ACTIVE", [{}]]);
});
