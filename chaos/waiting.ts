import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const patienceMs = 90_000;

export async function until(condition: () => boolean | Promise<boolean>, what: string, ms = patienceMs): Promise<void> {
  for (const end = Date.now() + ms; !(await condition()); await sleep(50))
    if (Date.now() > end) throw new Error(`${what} did not come in ${ms / 1000} s`);
}

/** To PostgreSQL itself, as its owner. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // Cut by the very faults it makes: the next question says so.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
