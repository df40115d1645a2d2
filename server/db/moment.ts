import { shifted } from "#server/base/clock.ts";
import { currentScope } from "./pool.ts";
import { type Sql, sql } from "./sql.ts";

/**
 * The time in this moment, by the clock of the database wherever a transaction is open: all processes stamp by one clock,
 * and never earlier than the transaction became visible as running (contacts and conversations by `updatedSince`).
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
