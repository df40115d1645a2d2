import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { systemPool } from "#server/db/system.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { spawnBot } from "#server/testing/processes/bot-spawning.ts";
import { contact, conversation, inbox, message, startChatwoot } from "#server/testing/systems/chatwoot.ts";
import type { HistoryView } from "./schema.ts";

/** With 10,000 of them it measures the whole size. */
const size = 400;
const each = 3;

const company = await openCompany();
const api = await openApi(company);

async function until(id: string, check: (one: HistoryView) => boolean): Promise<HistoryView> {
  for (;;) {
    const { body } = await api.get<HistoryView>(`/v1/history-imports/${id}`);
    if (check(body)) return body;
    await pause(250);
  }
}

it("takes each conversation once, although its process is killed in the middle, and accounts for all [P4]", async () => {
  allowPrivateTargets(true);
  const people = Array.from({ length: size }, (_, index) => contact(index + 1));
  const conversations = people.map((one, index) => conversation(index + 1, one));
  const messages = people.flatMap((_, index) =>
    Array.from({ length: each }, (_none, line) => message(index * each + line + 1, index + 1, `Line ${index}-${line}`)),
  );
  const stand = await startChatwoot({
    inboxes: [inbox(1, "Shop")],
    agents: [],
    contacts: people,
    conversations,
    messages,
  });
  afterAll(() => stand.close());
  const { address, token: accessToken } = stand;
  const given = { source: "chatwoot_api", name: "Killed", address, accountId: "1", accessToken };
  const { body } = await api.post<HistoryView>("/v1/history-imports", { ...given, websiteId: company.given.channelId });
  const first = spawnBot(env.databaseUrl ?? "");
  const halfway = await until(body.id, (one) => one.messages > size / 4);
  first.process.kill("SIGKILL");
  expect(halfway.waiting).toBeGreaterThan(0);
  const second = spawnBot(env.databaseUrl ?? "");
  try {
    const ended = await until(body.id, ({ finishedAt }) => finishedAt !== null);
    expect(ended).toMatchObject({
      status: "done",
      total: 2 * size,
      created: 2 * size,
      failed: 0,
      waiting: 0,
      messages: size * each,
    });
  } finally {
    second.process.kill("SIGKILL");
  }
  const { rows } = await systemPool().query(
    `select (select count(*)::int from conversations c where c."companyId" = $1 and c."imported" and c."visitorName" like 'Person %') as "threads",
       (select count(*)::int from messages m where m."companyId" = $1 and m."text" like 'Line %') as "lines",
       (select count(distinct m."text")::int from messages m where m."companyId" = $1 and m."text" like 'Line %') as "texts",
       (select count(*)::int from contacts k where k."companyId" = $1 and k."entryMethod" = 'IMPORT' and k."name" like 'Person %') as "people",
       (select count(*)::int from history_items i where i."companyId" = $1 and i."importId" = $2 and i."outcome" <> 'created') as "unaccounted"`,
    [company.companyId, body.id],
  );
  expect(rows[0]).toEqual({ threads: size, lines: size * each, texts: size * each, people: size, unaccounted: 0 });
}, 1_200_000);
