import type pg from "pg";
import { hour, minute, now, second } from "#server/base/clock.ts";
import { sha256 } from "#server/base/secrets.ts";
import { networkOf } from "#server/core/caller.ts";
import { emailKey } from "#server/core/email.ts";
import { systemPool } from "#server/db/system.ts";

/** How many failures are free; the wait doubles with each one more, up to `longest`. */
type Limit = { key: string; free: number; longest: number };

type Attempt = { email: string; address: string; device: string | undefined };
/** `succeeded` takes the attempt back, and where the account alone was meant (`alone`) the account's whole count. */
type Admission =
  | { admitted: true; succeeded: (alone?: boolean) => Promise<void> }
  | { admitted: false; retryAfter: number };

const longestWait = 15 * minute;
const longestForStrangers = 2 * minute;
/** After this long without a failure everything is forgotten. */
const memory = 2 * hour;

/**
 * A browser that has signed in to this account before has its own count, so that guessing from elsewhere, even from the
 * same network, never locks the owner out. All others are counted per account and network, per network, and together
 * per account, since a guesser may have many networks; that wait stays short, for an owner with a new browser.
 */
function limitsOf({ email, address, device }: Attempt): Limit[] {
  const account = sha256(emailKey(email)).slice(0, 32);
  if (device) return [{ key: `device:${account}:${device}`, free: 10, longest: longestWait }];
  const network = networkOf(address);
  return [
    { key: `account:${account}:${network}`, free: 5, longest: longestWait },
    { key: `network:${network}`, free: 25, longest: longestWait },
    { key: `strangers:${account}`, free: 12, longest: longestForStrangers },
  ];
}

const wait = `case when login_attempts."failures" < $3 then interval '0'
  else least(power(2, least(login_attempts."failures" - $3, 20)) * interval '${second} milliseconds',
    $4::float8 * interval '1 millisecond') end`;

/**
 * Counts an attempt as failed before it is tried, so that many at once cannot slip through; refuses without counting
 * during a wait. One that began earlier may come later: where nobody waits, their order says nothing.
 */
const reserve = {
  name: "attempts_reserve",
  text: `
    insert into login_attempts ("key", "failures", "updatedAt") values ($1, 1, $2)
    on conflict ("key") do update set "updatedAt" = greatest(login_attempts."updatedAt", excluded."updatedAt"),
      "failures" = case when login_attempts."updatedAt" < excluded."updatedAt" - interval '${memory} milliseconds'
        then 1 else login_attempts."failures" + 1 end
    where login_attempts."failures" < $3 or login_attempts."updatedAt" + (${wait}) <= excluded."updatedAt"
    returning "failures"`,
};

const remaining = {
  name: "attempts_remaining",
  text: `select extract(epoch from "updatedAt" + (${wait}) - $2)::float8 as "seconds" from login_attempts where "key" = $1`,
};

/** Asks to try a sign-in: `retryAfter` are the seconds to wait. */
export async function admitAttempt(attempt: Attempt): Promise<Admission> {
  const limits = limitsOf(attempt);
  const at = now();
  const client = await systemPool().connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    for (const limit of limits) {
      const { rowCount } = await client.query({ ...reserve, values: [limit.key, at, limit.free, limit.longest] });
      if (rowCount) continue;
      const retryAfter = await secondsLeft(client, limit, at);
      await client.query("ROLLBACK");
      return { admitted: false, retryAfter };
    }
    await client.query("COMMIT");
    return { admitted: true, succeeded: (alone = true) => takeBack(limits, alone) };
  } catch (error) {
    // A connection whose transaction cannot be ended is of no use to the next.
    await client.query("ROLLBACK").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

async function secondsLeft(client: pg.PoolClient, { key, free, longest }: Limit, at: Date): Promise<number> {
  const { rows } = await client.query<{ seconds: number }>({ ...remaining, values: [key, at, free, longest] });
  return Math.max(1, Math.ceil(rows[0]?.seconds ?? 1));
}

/**
 * Resets the account's own count; shared counts only lose this attempt, or a guesser could reset them by signing in to
 * their own account: also one that another company has given the same address.
 */
async function takeBack(limits: readonly Limit[], alone: boolean): Promise<void> {
  const keys = limits.map(({ key }) => key);
  const own = alone ? keys.shift() : undefined;
  if (own !== undefined) await systemPool().query(`delete from login_attempts where "key" = $1`, [own]);
  if (keys.length === 0) return;
  await systemPool().query(
    `update login_attempts set "failures" = greatest("failures" - 1, 0) where "key" = any($1::text[])`,
    [keys],
  );
}
