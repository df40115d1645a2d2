import pg from "pg";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { inCompany, tenantPool } from "#server/db/pool.ts";
import { searchMessages } from "#server/messages/search/searching.ts";
import { type Company, ensureCompany, withoutTrigrams } from "./dataset.ts";
import { type Statement, spyOn } from "./replay/statements.ts";
import { percentile, type Report } from "./report.ts";

const conversations = 100_000;
const each = 20;

/** A vocabulary of made-up words, the first ones said far more often, as in any language. */
const syllables = [
  "ba",
  "cor",
  "del",
  "fin",
  "gra",
  "hol",
  "jun",
  "kel",
  "lum",
  "mar",
  "nov",
  "pes",
  "rol",
  "sal",
  "tur",
  "vel",
];
const vocabulary = Array.from({ length: 4096 }, (_, n) =>
  [n % 16, Math.floor(n / 16) % 16, Math.floor(n / 256) % 16].map((place) => syllables[place]).join(""),
);

/** The messages after the first of each conversation: twelve words, an order's number, spread over the conversation's day. */
const texts = `
  insert into messages ("companyId","id","conversationId","seq","fromType","sender","senderName","senderType","type","text","createdAt")
  select c."companyId", (lpad(to_hex((extract(epoch from c.at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(c.seq), 3, '0')
      || '8' || substr(md5(c.seq::text || c."id"::text), 1, 15))::uuid, c."id", c.seq,
    case when c.seq % 3 = 0 then 'user' else 'visitor' end, 'visitor', '', case when c.seq % 3 = 0 then 'user' else 'visitor' end,
    case when c.seq = 7 then 'image' else 'text/plain' end,
    (select string_agg(($2::text[])[1 + floor(4096 * power(random(), 3))::int], ' ') from generate_series(1, 12) w where c.seq > 0)
      || ' order ' || substr(md5(c."id"::text || c.seq), 1, 10), c.at
  from (select c."companyId", c."id", s as seq, c."createdAt" + s * interval '7 minutes' as at
    from conversations c cross join generate_series(2, ${each}) s where c."companyId" = $1 and c."visitorId" = any($3)) c`;

/** A company with 2,000,000 messages; made once. */
export async function ensureLibrary(url: string, say: (text: string) => void): Promise<Company> {
  const made = await ensureCompany(url, "library", conversations, say);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // One person who has little: a conversation in a thousand.
    await client.query(
      `update conversations set "assignedTo" = $2
       where "companyId" = $1 and "visitorId" like '%400' and "assignedTo" is distinct from $2`,
      [made.companyId, made.otherId],
    );
    const { rowCount } = await client.query(`select from messages where "companyId" = $1 and "seq" = 2 limit 1`, [
      made.companyId,
    ]);
    if (rowCount) return made;
    say(`making ${conversations * (each - 1)} further messages`);
    await client.query("set synchronous_commit = off");
    await client.query("set maintenance_work_mem = '512MB'");
    // What triggers keep of messages is not what is measured.
    await client.query("set session_replication_role = replica");
    await withoutTrigrams(client, async () => {
      for (let from = 1; from <= conversations; from += 10_000) {
        const visitors = Array.from({ length: 10_000 }, (_, n) => `visitor-${from + n}`);
        await client.query(texts, [made.companyId, vocabulary, visitors]);
      }
      await client.query(`update conversations set "lastSeq" = ${each} where "companyId" = $1`, [made.companyId]);
    });
    await client.query("set session_replication_role = origin");
    await client.query("vacuum (analyze) messages, conversations, conversation_activity");
    return made;
  } finally {
    await client.end();
  }
}

type Case = { name: string; query: { q: string } & Record<string, string>; narrow?: boolean };

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
const word = (rank: number) => vocabulary[rank] ?? "";

const cases: Case[] = [
  { name: "a word in every message", query: { q: "order" } },
  { name: "a frequent word", query: { q: word(3) } },
  { name: "a word of one message in a hundred", query: { q: word(700) } },
  { name: "a rare word", query: { q: word(4000) } },
  { name: "a word that is nowhere", query: { q: "zyzzyva" } },
  { name: "an order's number", query: { q: "order 3f2a9" } },
  { name: "two frequent words", query: { q: `${word(3)} ${word(9)}` } },
  { name: "two rare words", query: { q: `${word(2000)} ${word(3000)}` } },
  { name: "a phrase", query: { q: `"${word(2)} ${word(1)}"` } },
  { name: "the beginning of a word", query: { q: "sal" } },
  { name: "the beginning of a rare word", query: { q: word(4000).slice(0, 5) } },
  { name: "frequent, one tag", query: { q: word(3), tags: "vip" } },
  { name: "rare, one channel", query: { q: word(4000), channel: "INSTAGRAM" } },
  { name: "frequent, channel and tag", query: { q: word(3), channel: "FACEBOOK", tags: "vip" } },
  { name: "frequent, with a file", query: { q: word(3), hasFile: "true" } },
  { name: "frequent, a week long ago", query: { q: word(3), fromDate: day(207), toDate: day(200) } },
  { name: "rare, a week long ago", query: { q: word(2500), fromDate: day(207), toDate: day(200) } },
  { name: "every message, a narrow scope", query: { q: "order" }, narrow: true },
  { name: "frequent, a narrow scope", query: { q: word(3) }, narrow: true },
  { name: "rare, a narrow scope", query: { q: word(4000) }, narrow: true },
];

async function buffersOf(companyId: string, { text, values }: Statement): Promise<number> {
  const result = await inCompany(companyId, () =>
    tenantPool().query(`explain (analyze, buffers, format json) ${text}`, values),
  );
  const [{ Plan: plan }] = result.rows[0]["QUERY PLAN"];
  return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
}

/** First pages of typical searches among two million messages. */
export async function benchSearch(company: Company, report: Report): Promise<void> {
  const whole = systemActor(company.companyId);
  const narrow: Actor = {
    ...{ ...whole, type: "user", id: company.otherId, userId: company.otherId, seesUnassigned: false },
    permissions: new Set(["clients_read_assigned", "chat_talk"]),
  };
  const all: number[] = [];
  let most = 0;
  for (const { name, query, narrow: narrowly } of cases) {
    const call = () => searchMessages.execute(narrowly ? narrow : whole, query);
    const page = await call();
    const times: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      const begun = performance.now();
      await call();
      times.push(performance.now() - begun);
    }
    let buffers = 0;
    for (const statement of (await spyOn(call)).filter(({ text }) => /^\s*(select|with)/i.test(text)))
      buffers += await buffersOf(company.companyId, statement);
    all.push(...times);
    most = Math.max(most, buffers);
    const [half, late] = [percentile(times, 50), percentile(times, 95)];
    report.line(
      `search ${name}: p50 ${half.toFixed(0)} ms, p95 ${late.toFixed(0)} ms, ${buffers} buffers, ${page.data.length} found${page.nextCursor ? " and more" : ""}${late > 300 ? "  <-- over the limit" : ""}`,
    );
  }
  report.limit("search among 2,000,000 messages, p95", percentile(all, 95), "at most", 300, " ms");
  report.limit("most buffers of a search's first page", most, "at most", 30_000);
}
