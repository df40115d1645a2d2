import pg from "pg";
import { expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { systemActor } from "#server/core/actor.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { receiveMessage } from "./receiving.ts";

const company = await openCompany();
const actor = systemActor(company.companyId);

function receive(): Promise<unknown> {
  return receiveMessage.execute(actor, {
    channelId: company.given.channelId ?? "",
    message: {
      externalId: `wamid.${newId()}`,
      from: { phone: "5491155551234", userId: null, name: "Ana", username: "" },
      at: new Date(),
      content: { type: "text/plain", text: "Hola", attachments: [], extra: {}, missing: [], places: [] },
    },
  });
}

async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const original = pg.Client.prototype.query;
  const spy = function (this: pg.Client, ...given: unknown[]) {
    const [asked] = given;
    texts.push(typeof asked === "string" ? asked : (asked as { text: string }).text);
    return Reflect.apply(original, this, given);
  };
  Reflect.set(pg.Client.prototype, "query", spy);
  await work().finally(() => Reflect.set(pg.Client.prototype, "query", original));
  return texts;
}

it("writes a known person's message once, and reads nothing twice for the bells", async () => {
  await receive();
  const rounds: string[][] = [];
  for (let round = 0; round < 3; round += 1) rounds.push(await statementsOf(receive));
  // In the others something else may have run meanwhile.
  const texts = rounds.reduce((fewest, sent) => (sent.length < fewest.length ? sent : fewest));
  const among = (pattern: RegExp) => texts.filter((text) => pattern.test(text));
  expect(among(/^\s*insert into messages/)).toHaveLength(1);
  expect(among(/^\s*update messages/)).toEqual([]);
  expect(among(/^\s*select \* from conversations/).length).toBeLessThanOrEqual(1);
  // Begin and commit are two of them.
  expect(texts.length).toBeLessThanOrEqual(21);
});
