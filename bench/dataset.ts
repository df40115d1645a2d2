import pg from "pg";
import { newId } from "#server/base/ids.ts";

export type Company = {
  companyId: string;
  userId: string;
  otherId: string;
  channelId: string;
  phaseIds: string[];
  rows: number;
};

const words = ["delivery", "invoice", "refund", "appointment", "warranty", "catalogue", "discount", "renewal"];

async function one<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<Row | undefined> {
  return (await client.query<Row>(text, values)).rows[0];
}

async function company(client: pg.Client, name: string): Promise<Company> {
  const companyId = newId();
  const userId = newId();
  const otherId = newId();
  const channelId = newId();
  const phaseIds = [newId(), newId(), newId(), newId()];
  await client.query(
    `insert into plans ("id","name","description","tier","leadLimit","conversationLimit","channelLimit","userLimit","priceUSD","priceARS")
     values ('bench','Bench','','TIER_6',100000000,100000000,1000,1000,0,0) on conflict do nothing`,
  );
  await client.query(`insert into companies ("id","name","planId") values ($1,$2,'bench')`, [companyId, name]);
  for (const [index, id] of [userId, otherId].entries()) {
    await client.query(`insert into users ("companyId","id","name","email","role") values ($1,$2,$3,$4,'admin')`, [
      companyId,
      id,
      `Agent ${index}`,
      `agent${index}@${name}.example`,
    ]);
  }
  await client.query(
    `insert into channels ("companyId","id","type","label","connected") values ($1,$2,'WEBSITE','Website',true)`,
    [companyId, channelId],
  );
  for (const [index, id] of phaseIds.entries()) {
    await client.query(`insert into phases ("companyId","id","name","order","type") values ($1,$2,$3,$4,'progress')`, [
      companyId,
      id,
      `Phase ${index}`,
      index,
    ]);
  }
  return { companyId, userId, otherId, channelId, phaseIds, rows: 0 };
}

/** A spread like a real inbox: most conversations closed, silent ones inactive, a few rare values of each filter. */
async function conversations(client: pg.Client, made: Company, from: number, to: number): Promise<void> {
  await client.query(
    `insert into conversations ("companyId","id","channelId","channel","status","phaseId","visitorId","visitorName","visitorEmail",
      "visitorPhone","amount","tags","operatorTags","assignedTo","preAssigned","persistentLastOperator","chatbotState",
      "utmSource","utmMedium","lastMessage","lastMessageBy","lastMessageAt","lastSeq","lastVisitorSeq","firstHumanMessageAt",
      "botSpoke","closedAt","createdAt","updatedAt")
     select $1::uuid, (lpad(to_hex((extract(epoch from t) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0')
         || '8' || substr(md5(n::text || $1::uuid::text), 1, 15))::uuid, $2::uuid,
       (array['WEB','WEB','WEB','WHATSAPP','WHATSAPP','FACEBOOK','INSTAGRAM'])[1 + n % 7],
       case when n % 50 >= 6 then 'closed' when t + lasted > now() - interval '1 day' then 'opened' else 'inactive' end,
       ($3::uuid[])[1 + n % 4], 'visitor-' || n, 'Visitor ' || md5(n::text), 'v' || n || '@mail.example', '+54911' || lpad((n % 100000000)::text, 8, '0'),
       case when n % 5 = 0 then (n % 10000)::numeric end,
       case when n % 200 = 0 then array['vip'] when n % 3 = 0 then array['was_intervened'] else '{}' end,
       case when n % 200 = 0 then '[{"tagName":"vip","source":"human"}]'::jsonb else '[]'::jsonb end,
       case when n % 4 = 0 then $4::uuid end, case when n % 100 = 0 then $5::uuid end,
       case when n % 3 = 0 then case when n % 300 = 0 then ($5::uuid)::text else ($4::uuid)::text end end,
       case when n % 3 = 0 then 'OFF' else 'ON' end,
       case when n % 400 = 0 then 'newsletter' when n % 2 = 0 then 'google' else '' end, case when n % 2 = 0 then 'cpc' else '' end,
       ($6::text[])[1 + n % 8] || ' of order ' || substr(md5((n * 7)::text), 1, 10), 'visitor', least(now(), t + lasted), 1, 1,
       case when n % 3 = 0 then t end, n % 3 <> 0, case when n % 50 >= 6 then t end, t, least(now(), t + lasted)
     from (select n, now() - interval '400 days' + (n * (interval '400 days' / $7::float8)) as t,
       case when n % 100 = 7 then interval '70 days' when n % 20 = 3 then interval '30 days'
         when n % 10 = 1 then interval '4 days' else interval '10 minutes' end as lasted from generate_series($8::int, $9::int) n) s`,
    [made.companyId, made.channelId, made.phaseIds, made.userId, made.otherId, words, made.rows, from, to],
  );
}

async function messages(client: pg.Client, made: Company): Promise<void> {
  await client.query(
    `insert into messages ("companyId","id","conversationId","seq","fromType","sender","senderName","senderType","text","createdAt")
     select "companyId", (substr(c."id"::text, 1, 13) || '-7' || substr(md5(c."id"::text), 1, 3) || '-8' || substr(md5(c."id"::text), 4, 3)
       || '-' || substr(md5(c."id"::text), 7, 12))::uuid, c."id", 1, 'visitor', c."visitorId", '', 'visitor', c."lastMessage", c."createdAt"
     from conversations c where c."companyId" = $1`,
    [made.companyId],
  );
}

async function fold(client: pg.Client): Promise<void> {
  await client.query(`with gone as (delete from list_counter_deltas returning "companyId","list","key","count","amount")
    insert into list_counters ("companyId","list","key","count","amount")
    select "companyId","list","key",sum("count"),sum("amount") from gone group by 1,2,3
    on conflict ("companyId","list","key") do update set "count" = list_counters."count" + excluded."count",
      "amount" = list_counters."amount" + excluded."amount"`);
}

async function fill(client: pg.Client, made: Company): Promise<void> {
  for (let from = 1; from <= made.rows; from += 50_000) {
    await conversations(client, made, from, Math.min(made.rows, from + 49_999));
    await fold(client);
  }
  await messages(client, made);
  await client.query(
    `insert into contacts ("companyId","id","name","email","emailKey","status","channelId","entryMethod","createdAt","updatedAt")
     select "companyId","id","visitorName","visitorEmail","visitorEmail",'new',"channelId",'WEB',"createdAt","createdAt"
     from conversations where "companyId" = $1`,
    [made.companyId],
  );
  // Working these off beside other figures would be part of them.
  await client.query(`delete from contact_duplicate_checks where "companyId" = $1`, [made.companyId]);
  // So would be measuring a million conversations for reports, which takes the worker hours.
  await client.query(
    `insert into report_folds ("companyId", "timeZone", "until") values ($1, 'UTC', current_date)
     on conflict ("companyId") do update set "staleAt" = null, "until" = excluded."until"`,
    [made.companyId],
  );
  await fold(client);
}

type Index = { name: string; definition: string };

/** Trigram indexes are far cheaper to build at the end than to keep during a bulk load. */
export async function withoutTrigrams(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const indexes = await client.query<Index>(
    `select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public' and indexdef like '%USING gin%'`,
  );
  for (const { name } of indexes.rows) await client.query(`drop index "${name}"`);
  await work();
  for (const { definition } of indexes.rows) await client.query(definition);
}

/** Makes (or finds) a company with `rows` conversations and as many contacts. */
export async function ensureCompany(
  url: string,
  name: string,
  rows: number,
  say: (text: string) => void,
): Promise<Company> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create table if not exists bench_companies ("name" text primary key, "data" jsonb not null)`);
    const known = await one<{ data: Company }>(client, `select "data" from bench_companies where "name" = $1`, [name]);
    if (known) return known.data;
    say(`making ${rows.toLocaleString("en")} conversations for ${name}, once`);
    await client.query(`set synchronous_commit = off`);
    await client.query(`set maintenance_work_mem = '512MB'`);
    const made = { ...(await company(client, name)), rows };
    await withoutTrigrams(client, () => fill(client, made));
    await client.query(`insert into bench_companies values ($1, $2)`, [name, JSON.stringify(made)]);
    await client.query("vacuum (analyze)");
    return made;
  } finally {
    await client.end();
  }
}
