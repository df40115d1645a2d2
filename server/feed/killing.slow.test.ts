import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createContact } from "#server/contacts/creating.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { outageType, writeOutage } from "#server/testing/outage.ts";
import { serveApi } from "#server/testing/serving.ts";
import { until } from "#server/testing/sockets.ts";

const events = 20_000;
const kills = 50;

const company = await openCompany("Killed readers");
const api = serveApi();

type Told = { id: string };
/** What a reader keeps over its death: where it was, and what it has dealt with. */
type Kept = { cursor: string; ids: string[]; killed: number };
type Reading = (kept: Kept, signal: AbortSignal, authorization: string) => Promise<void>;

const address = (query: string) => `${api.origin()}/v1/events?types=${outageType}&${query}`;
const placeOf = ({ cursor }: Kept) => `cursor=${encodeURIComponent(cursor)}`;

/** A page and the place behind it are kept together, or neither. */
const polls: Reading = async (kept, signal, authorization) => {
  for (;;) {
    const answer = await fetch(address(`${placeOf(kept)}&wait=5`), { headers: { authorization }, signal });
    if (answer.status === 429) await sleep(1000, undefined, { signal });
    if (!answer.ok) continue;
    const { data, nextCursor } = (await answer.json()) as { data: Told[]; nextCursor: string };
    kept.ids.push(...data.map(({ id }) => id));
    kept.cursor = nextCursor;
  }
};

/** Each event is kept with its own place, in the middle of what the connection brought. */
const streams: Reading = async (kept, signal, authorization) => {
  const headers = { authorization, accept: "text/event-stream", "last-event-id": kept.cursor };
  const answer = await fetch(address(""), { headers, signal });
  if (!answer.body) return;
  let text = "";
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      signal.throwIfAborted();
      const place = /^id: (.+)$/m.exec(block)?.[1];
      const data = /^data: (.+)$/m.exec(block)?.[1];
      if (data) kept.ids.push((JSON.parse(data) as Told).id);
      if (place) kept.cursor = place;
    }
  }
};

/** Reads until it has all, and dies again and again at a moment that nobody chose. */
async function readThrough(read: Reading, kept: Kept, enough: () => boolean): Promise<void> {
  const { secret } = await company.token(["webhooks_read", "clients_read"]);
  while (!enough()) {
    const life = new AbortController();
    const running = read(kept, life.signal, `Bearer ${secret}`).catch((error: unknown) => {
      if (!life.signal.aborted) throw error;
    });
    if (kept.killed < kills) await sleep(20 + Math.random() * 180);
    else await until(async () => enough());
    life.abort();
    await running;
    kept.killed += 1;
  }
}

it(`a reader that is killed ${kills} times over ${events} events has each once and in order, by polls and by streams alike [P1]`, {
  timeout: 300_000,
}, async () => {
  const { companyId } = company;
  const { secret } = await company.token(["webhooks_read", "clients_read"]);
  const first = await fetch(address("from=newest"), { headers: { authorization: `Bearer ${secret}` } });
  const { nextCursor: cursor } = (await first.json()) as { nextCursor: string };
  const made = await createContact.execute(company.admin, { websiteId: company.given.channelId ?? "", name: "Ona" });
  const { rows: told } = await systemPool().query<{ data: Record<string, unknown> }>(
    `select "data" from events where "companyId" = $1 and "type" = 'contact/created' and "data" ->> 'id' = $2`,
    [companyId, made.id],
  );
  const sample = { ...told[0]?.data, changes: {} };
  const [polled, streamed]: [Kept, Kept] = [
    { cursor, ids: [], killed: 0 },
    { cursor, ids: [], killed: 0 },
  ];
  const writing = (async () => {
    for (let n = 0; n < 40; n += 1) {
      // The last ones come when each reader has died often enough.
      if (n === 39) await until(async () => polled.killed >= kills && streamed.killed >= kills);
      await writeOutage(systemPool(), { companyId, events: events / 40, conversations: 50, hours: 1, sample });
      await sleep(150);
    }
  })();
  const has = (kept: Kept) => () => kept.ids.length >= events;
  await Promise.all([readThrough(polls, polled, has(polled)), readThrough(streams, streamed, has(streamed))]);
  await writing;
  const { rows } = await systemPool().query<{ id: string }>(
    `select "id" from events where "companyId" = $1 and "type" = $2 order by "seq"`,
    [companyId, outageType],
  );
  const wanted = rows.map(({ id }) => id);
  expect(wanted).toHaveLength(events);
  expect(polled.ids).toEqual(wanted);
  expect(streamed.ids).toEqual(wanted);
});
