import { shifted } from "#server/base/clock.ts";
import { currentScope } from "./pool.ts";
import { type Sql, sql } from "./sql.ts";

/**
 * The present time, by the database's clock wherever a transaction is open: all processes share that clock, and the
 * time is never earlier than the transaction became visible as running (contacts and conversations by `updatedSince`).
 */
export function moment(): Date {
  const clock = currentScope()?.clock;
  return shifted(clock ? Math.floor(clock.database + performance.now() - clock.local) : Date.now());
}

/** The same under a row's lock: later than everything that has happened to the row. */
export function momentAfter(last: Date): Date {
  return new Date(Math.max(moment().getTime(), last.getTime() + 1));
}

/** The value of a locked row's "updatedAt": it never stands still and never goes back. */
export function forward(at: Date): Sql {
  return sql`greatest(${at}::timestamptz, "updatedAt" + interval '1 millisecond')`;
}
