import type pg from "pg";
import { log } from "#server/base/log.ts";

/**
 * Keeps the process alive when a connection is lost, even one that is checked out and idle between statements, where no
 * one else listens for its error. Its user fails at the next statement.
 */
export function surviveLosses(pool: pg.Pool, message: string): void {
  // Of idle ones the pool tells as well.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", (error) => log.warn({ error }, message)));
}
