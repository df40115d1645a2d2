import type { Actor } from "#server/core/actor.ts";
import { newestSeq } from "#server/core/events/feed.sql.ts";
import type { Rule, RuleBook } from "#server/db/generated/client.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { rulesOf } from "./access.ts";

type Company = Pick<Actor, "companyId">;

/** One change at a time in a company, for places and the book; taken before any row. */
export const takeTurnAtRules = ({ companyId }: Company) => takeTurn(`rules:${companyId}`);

/** The rules that are switched on, in their order, by what sets them off. */
export type Known = { all: readonly Rule[]; by: ReadonlyMap<string, readonly Rule[]> };

const kept = 1000;
/** By company: what this process remembers, as long as the book's stamp is the same. */
const remembered = new Map<string, { stamp: number; known: Known }>();

export const bookOf = ({ companyId }: Company): Promise<RuleBook | null> =>
  prisma.ruleBook.findFirst({ where: { companyId } });

/** One read of one row where nothing has changed. */
export async function knownRules(company: Company, read?: RuleBook): Promise<Known> {
  const book = read ?? (await bookOf(company));
  const found = remembered.get(company.companyId);
  const stamp = book?.stamp ?? 0;
  if (found?.stamp === stamp) return found.known;
  const all = (await rulesOf(company)).filter(({ enabled }) => enabled);
  const known = { all, by: Map.groupBy(all, ({ triggerType }) => triggerType) };
  if (remembered.size >= kept) remembered.clear();
  remembered.set(company.companyId, { stamp, known });
  return known;
}

/** After each change of a rule. A company whose first rule is switched on begins with the events that come. */
export async function turnPage({ companyId }: Company): Promise<void> {
  const before = await bookOf({ companyId });
  const active = (await prisma.rule.count({ where: { companyId, enabled: true } })) > 0;
  const begins = active && before?.active !== true;
  const seq = begins ? await newestSeq(companyId) : (before?.seq ?? 0);
  const stamp = (before?.stamp ?? 0) + 1;
  await prisma.ruleBook.upsert({
    where: { companyId },
    create: { companyId, seq, stamp, active },
    update: { seq, stamp, active },
  });
}

/** Read up to there; never back, whatever two workers do. */
export async function moveOn({ companyId }: Company, seq: number): Promise<void> {
  await prisma.ruleBook.updateMany({ where: { companyId, seq: { lt: seq } }, data: { seq } });
}
