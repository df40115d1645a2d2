import type { Actor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { startHistory } from "#server/imports/histories/starting.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { type Account, contact, conversation, inbox, message, startChatwoot } from "./chatwoot.ts";

const each = 3;

/** An account of so many people, each with a conversation of three messages, every fifth of them labelled. */
function historyOf(size: number): Account {
  const people = Array.from({ length: size }, (_, index) => contact(index + 1));
  return {
    ...{ inboxes: [inbox(1, "Shop")], agents: [], contacts: people },
    conversations: people.map((one, index) => conversation(index + 1, one)),
    messages: people.flatMap((_, index) =>
      Array.from({ length: each }, (_none, line) =>
        message(index * each + line + 1, index + 1, `Line ${index}-${line}`),
      ),
    ),
    labels: { fifth: people.flatMap(({ id }) => (Number(id) % 5 === 0 ? [Number(id)] : [])) },
  };
}

export type Progress = { done: number; total: number; messages: number; ended: boolean };

/** The history on its way in, seen from the database: asking the API again and again would meet its limits. */
export async function startTrial(admin: Actor, websiteId: string, size: number) {
  allowPrivateTargets(true);
  const stand = await startChatwoot(historyOf(size));
  const { address, token: accessToken } = stand;
  const given = { source: "chatwoot_api" as const, name: "Killed", address, accountId: "1", accessToken, websiteId };
  const { id } = await startHistory.execute(admin, given);
  const progress = async (): Promise<Progress> => {
    const { rows } = await systemPool().query<Progress>(
      `select j."done" + j."failed" as "done", j."total", h."messages", j."finishedAt" is not null as "ended"
       from history_imports h join bulk_jobs j on j."companyId" = h."companyId" and j."id" = h."id"
       where h."companyId" = $1 and h."id" = $2`,
      [admin.companyId, id],
    );
    return rows[0] ?? { done: 0, total: 0, messages: 0, ended: false };
  };
  return { id, progress, account: () => accountFor(admin, id, size), close: () => stand.close() };
}

/** What came, counted row by row, beside what should have. */
async function accountFor({ companyId }: Actor, importId: string, size: number) {
  const { rows } = await systemPool().query<Record<string, number>>(
    `select
       (select count(*)::int from history_items i where i."companyId" = $1 and i."importId" = $2 and i."outcome" = 'created') as "created",
       (select count(*)::int from history_items i where i."companyId" = $1 and i."importId" = $2 and i."outcome" <> 'created') as "others",
       (select count(distinct i."ownId")::int from history_items i where i."companyId" = $1 and i."importId" = $2) as "own",
       (select count(*)::int from conversations c where c."companyId" = $1 and c."imported" and c."visitorName" like 'Person %') as "threads",
       (select count(*)::int from messages m where m."companyId" = $1 and m."text" like 'Line %') as "lines",
       (select count(distinct m."text")::int from messages m where m."companyId" = $1 and m."text" like 'Line %') as "texts",
       (select count(*)::int from contacts k where k."companyId" = $1 and k."entryMethod" = 'IMPORT' and k."name" like 'Person %') as "people",
       (select count(*)::int from contacts k where k."companyId" = $1 and 'fifth' = any(k."tags")) as "labelled"`,
    [companyId, importId],
  );
  const expected = {
    ...{ created: 2 * size, others: 0, own: 2 * size, threads: size, lines: size * each, texts: size * each },
    ...{ people: size, labelled: Math.floor(size / 5) },
  };
  return { found: rows[0] ?? {}, expected };
}
