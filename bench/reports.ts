import pg from "pg";
import { newId } from "#server/base/ids.ts";
import { createConversation } from "#server/conversations/opening/creating.ts";
import { systemActor } from "#server/core/actor.ts";
import { inTransaction } from "#server/db/pool.ts";
import { connectListeners } from "#server/listeners.ts";
import { sendMessage } from "#server/messages/sending.ts";
import { reportNames } from "#server/reports/choices.ts";
import { foldDay, lockFold, noteUntil } from "#server/reports/days/folding.sql.ts";
import { listRows } from "#server/reports/listing.ts";
import { readReport } from "#server/reports/reading.ts";
import { reportInput } from "#server/reports/schema.ts";
import { type Company, ensureCompany } from "./dataset.ts";
import { median, percentile, type Report } from "./report.ts";

/** `CONVERSATIONS=200000` for a machine that has less time. */
const conversations = Number(process.env.CONVERSATIONS ?? 1_000_000);
const many = conversations.toLocaleString("en");
const days = 365;
const zone = "UTC";

/** What a conversation of a year leaves behind: as many facts as one with an answer, or with the bot alone. */
const facts = `
  insert into report_facts ("companyId","conversationId","eventId","metric","at","value","agentId","channelId","phaseId","isBot","tags","since")
  select $1::uuid, md5(n::text)::uuid, md5(m.metric || case when m.metric in ('taken', 'released') then m.later::text else '' end || n)::uuid, m.metric, s.at + m.later * interval '1 second', m.value,
    case when m.human then ($2::uuid[])[1 + n % 20] end, ($3::uuid[])[1 + n % 4],
    case when m.metric like 'phase%' then ($4::uuid[])[1 + n % 4] end, not m.human,
    case when n % 10 = 0 then array['vip'] when n % 3 = 0 then array['order', 'web'] else '{}' end,
    case when m.metric = 'released' then s.at + (case when m.human then 60 else 0 end) * interval '1 second' end
  from generate_series($5::int, $6::int) n
  cross join lateral (select now() - interval '366 days' + n * interval '365 days' / ${conversations}) s(at)
  cross join lateral (values ('created', 1, 0, false), ('message_in', 1, 1, false), ('phase_entered', 10 + n % 90, 0, false),
    (case when n % 3 = 0 then 'bot_served' else 'first_response' end, case when n % 3 = 0 then 1 else 5 + (n::int8 * 7919) % 7200 end, 60, n % 3 <> 0),
    ('message_out', 1, 60, true), ('resolution', 300 + (n::int8 * 104729) % 300000, 3600, true),
    ('waiting', 10 + (n::int8 * 31) % 9000, 3600, true), ('taken', 1, 0, false), ('released', 1, 60, false),
    ('taken', 1, 60, true), ('released', 1, case when n < ${conversations} * 0.9 and n % 50 = 0 then 2592000
      when n < ${conversations} * 0.9 and n % 10 = 0 then 86400 else 3600 end, true)) m(metric, value, later, human)
  on conflict do nothing`;

/** A company with a year of facts, added up; made once, and anew where it was made of another size. */
async function yearOf(client: pg.Client, { companyId, channelId, userId, phaseIds }: Company, report: Report) {
  const known = await client.query<{ made: number }>(
    `select (select count(*)::int from report_facts where "companyId" = $1 and "metric" = 'created') as made
     from report_folds where "companyId" = $1 and "until" is not null`,
    [companyId],
  );
  // Its thousand conversations were created, too.
  if (known.rows[0] && Math.abs(known.rows[0].made - conversations) < conversations / 100) return;
  for (const table of ["report_facts", "report_days", "report_folds"])
    await client.query(`delete from ${table} where "companyId" = $1`, [companyId]);
  report.line(`making the facts of ${conversations} conversations`);
  const agents = [userId, ...Array.from({ length: 19 }, () => newId())];
  const channels = [channelId, newId(), newId(), newId()];
  const step = 50_000;
  for (let from = 1; from <= conversations; from += step)
    await client.query(facts, [companyId, agents, channels, phaseIds, from, from + step - 1]);
  await client.query("analyze report_facts");
  const begun = performance.now();
  await inTransaction(companyId, async () => {
    await lockFold(companyId, zone);
    for (let ago = days + 1; ago > 1; ago -= 1) {
      const day = new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
      await foldDay(companyId, zone, day);
      await noteUntil(companyId, day);
    }
  });
  report.line(`a day is added up in ${((performance.now() - begun) / days).toFixed(0)} ms`);
  await client.query("vacuum (analyze) report_days, report_facts");
}

/** Every report over a year, and with each filter. */
async function readAll(company: Company, report: Report): Promise<void> {
  const actor = systemActor(company.companyId);
  const to = new Date().toISOString();
  const from = new Date(Date.now() - days * 86_400_000).toISOString();
  const filters = [{}, { agentId: company.userId }, { channelId: company.channelId }, { tag: "vip" }];
  const all: number[] = [];
  for (const name of reportNames) {
    const times: number[] = [];
    for (const filter of filters) {
      const input = { name, from, to, interval: "week" as const, ...filter };
      reportInput.parse(input);
      await readReport.execute(actor, input);
      for (let round = 0; round < 5; round += 1) {
        const begun = performance.now();
        await readReport.execute(actor, input);
        times.push(performance.now() - begun);
      }
    }
    report.line(`     ${name}: median ${median(times).toFixed(0)} ms, p95 ${percentile(times, 95).toFixed(0)} ms`);
    all.push(...times);
  }
  report.limit(`reports over 12 months at ${many} conversations, p95`, percentile(all, 95), "at most", 300, " ms");
}

const daysAgo = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();

/** Five times after the first, each by a clock. */
async function timed(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  await work();
  for (let round = 0; round < 5; round += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times;
}

/** Every report, divided finely: by the day over a year, by the hour over a month. */
async function readFinely({ companyId }: Company, report: Report): Promise<void> {
  const actor = systemActor(companyId);
  for (const [interval, ago] of [
    ["day", days],
    ["hour", 30],
  ] as const) {
    const all: number[] = [];
    for (const name of reportNames) {
      const input = { name, from: daysAgo(ago), to: daysAgo(0), interval };
      const times = await timed(() => readReport.execute(actor, input));
      report.line(`     ${name} by the ${interval}: median ${median(times).toFixed(0)} ms`);
      all.push(...times);
    }
    report.limit(`reports by the ${interval} over ${ago} days, p95`, percentile(all, 95), "at most", 300, " ms");
  }
}

/** The lists behind what was open at ends long past, from the first page on, and behind other figures of then. */
async function listLongPast({ companyId, userId }: Company, report: Report): Promise<void> {
  const actor = systemActor(companyId);
  const all: number[] = [];
  for (const ago of [335, 180, 30, 1])
    for (const [name, figure, more] of [
      ["agents", "openAtEnd", {}],
      ["agents", "openAtEnd", { agentId: userId }],
      ["agents", "assigned", {}],
      ["responses", "firstResponse", {}],
      ["resolution", "closed", {}],
    ] as const) {
      const span = { from: daysAgo(ago + 30), to: daysAgo(ago) };
      const times = await timed(() => listRows.execute(actor, { name, figure, ...span, ...more }));
      const { pagination } = await listRows.execute(actor, { name, figure, ...span, ...more });
      report.line(
        `     ${figure}${"agentId" in more ? " of an agent" : ""} ${ago} days ago, ${pagination.total} rows: median ${median(times).toFixed(0)} ms`,
      );
      all.push(...times);
    }
  report.limit("lists behind figures of long ago, p95", percentile(all, 95), "at most", 300, " ms");
}

/** Short rounds, and many: both ways meet the same moments of the machine. */
const batch = 50;
const rounds = 30;

/** Messages with and without facts, in turns so that both meet the same machine. */
async function costOf(client: pg.Client, company: Company, report: Report): Promise<void> {
  const { companyId, channelId } = company;
  const actor = systemActor(companyId);
  const made = { channelId, companyId, channel: "WEB" as const, from: "visitor-bench" };
  const ids = await Promise.all([1, 2, 3, 4].map(async () => (await createConversation.execute(actor, made)).id));
  const send = (conversationId: string) =>
    sendMessage.execute(actor, { conversationId, from: "visitor-bench", fromType: "visitor", body: "Hello" });
  const round = async () => {
    const begun = performance.now();
    await Promise.all(
      ids.map(async (id) => {
        for (let n = 0; n < batch; n += 1) await send(id);
      }),
    );
    return (batch * ids.length) / ((performance.now() - begun) / 1000);
  };
  await round();
  const shares: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const order = n % 2 === 0 ? ["enable", "disable"] : ["disable", "enable"];
    const speed: Record<string, number> = {};
    for (const way of order) {
      await client.query(`alter table events ${way} trigger report_events`);
      speed[way] = await round();
    }
    shares.push((speed.enable ?? 0) / (speed.disable ?? 1));
  }
  await client.query(`alter table events enable trigger report_events`);
  report.limit("messages with facts, of those without", median(shares), "at least", 0.95);
}

/** Reports over a year of a large company, and what measuring costs a message. */
export async function benchReports(url: string, company: Company, report: Report): Promise<void> {
  connectListeners();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await costOf(client, company, report);
    // Its own company: what other parts write today, run after run, is not in its reports.
    const large = await ensureCompany(url, "heron", 1000, report.line);
    await yearOf(client, large, report);
    await readAll(large, report);
    await readFinely(large, report);
    await listLongPast(large, report);
  } finally {
    await client.end();
  }
}
