import type pg from "pg";
import { log } from "#server/base/log.ts";

/**
 * A lost connection is no reason for the process to end, also one that is lent out and between two statements: its error
 * would be heard by nobody else. Whoever holds it fails at its next statement.
 */
export function surviveLosses(pool: pg.Pool, message: string): void {
  // Of idle ones the pool tells as well.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", (error) => log.warn({ error }, message)));
}
