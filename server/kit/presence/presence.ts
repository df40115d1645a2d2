import { randomInt } from "node:crypto";
import type pg from "pg";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { endClient, openClient } from "#server/db/connections.ts";
import { every, later } from "#server/db/outside.ts";
import { outsideScope, systemRole } from "#server/db/pool.ts";
import { systemPool, systemUrl } from "#server/db/system.ts";

/** First half of the advisory lock that a living process holds; the second is its number. */
export const lockClass = 7_275_393;

/** First half of the lock that living processes share who keep files in one place. */
const placeClass = 7_275_397;

const askMs = 5000;
const againMs = 1000;
/** Somebody who wants to claim something waits this long for a number that was lost. */
const patienceMs = 3000;

/**
 * A process's number, and the session-held lock that shows that it lives: both fall with the connection. What a process
 * claims bears its number, so that others free it when the lock is gone (`reaping.ts`).
 */
export class Presence {
  /** The latest one it had. */
  id = 0;
  private readonly url: string;
  private readonly place: number;
  private readonly losses = new Set<() => void>();
  private client: pg.Client | undefined;
  private stopped = false;
  private asking: NodeJS.Timeout | undefined;
  private retrying: NodeJS.Timeout | undefined;
  private held = Promise.withResolvers<number>();

  constructor(url: string, place = 0) {
    this.url = url;
    this.place = place;
  }

  /** 0 while it has none: nothing may be claimed then. */
  get current(): number {
    return this.client ? this.id : 0;
  }

  /** The lock comes before the row: a row without a lock is a dead process. So is the number that was lost. */
  async hold(): Promise<void> {
    const client = this.connect();
    let lost = false;
    client.on("error", () => {
      lost = true;
      this.lost(client);
    });
    try {
      await client.connect();
      const id = randomInt(1, 2 ** 31 - 1);
      await client.query("select pg_advisory_lock($1, $2)", [lockClass, id]);
      if (this.place !== 0) await client.query("select pg_advisory_lock_shared($1, $2)", [placeClass, this.place]);
      await systemPool().query(
        `with lost as (update processes set "deadSince" = coalesce("deadSince", now()) where "id" = $2)
         insert into processes ("id") values ($1)`,
        [id, this.id],
      );
      // Lost while its row was written: nobody else would notice.
      if (lost || this.stopped) throw new Error("the connection was lost before the process was known");
      this.client = client;
      this.id = id;
      this.held.resolve(id);
    } catch (error) {
      await endClient(client);
      throw error;
    }
    this.asking ??= every(() => this.ask(), askMs).unref();
  }

  /** The number under which something is claimed now; where it was lost, the next one. */
  async number(): Promise<number> {
    if (this.current !== 0) return this.current;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = later(() => reject(new AppError("unavailable")), patienceMs);
    });
    try {
      return await Promise.race([this.held.promise, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Calls `hear` whenever the number was lost: others free what it held. Answers how to end that. */
  onLoss(hear: () => void): () => void {
    this.losses.add(hear);
    return () => this.losses.delete(hear);
  }

  /** The end of the process: what still bears its number, others free. */
  async letGo(): Promise<void> {
    this.stopped = true;
    clearInterval(this.asking);
    clearTimeout(this.retrying);
    const client = this.client;
    this.client = undefined;
    try {
      await systemPool().query(`update processes set "deadSince" = coalesce("deadSince", now()) where "id" = $1`, [
        this.id,
      ]);
    } finally {
      if (client) await endClient(client);
    }
  }

  /** Takes a number, now or as soon as the database is there. */
  again(): void {
    if (this.stopped) return;
    this.hold().catch((error: unknown) => {
      log.warn({ error }, "the process could not take a number; trying again");
      this.retrying = later(() => this.again(), againMs).unref();
    });
  }

  private connect(): pg.Client {
    return openClient({
      connectionString: this.url,
      query_timeout: askMs,
      application_name: "parley presence",
      options: `-c role=${systemRole} -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c idle_session_timeout=0`,
    });
  }

  /** Nothing else is ever asked on this connection: a half-open one would go unnoticed. */
  private ask(): void {
    const { client } = this;
    client?.query("select 1").catch(() => this.lost(client));
  }

  /** Others free what we hold now: nothing more is claimed before we have another number. */
  private lost(client: pg.Client): void {
    if (this.stopped || this.client !== client) return;
    this.client = undefined;
    this.held = Promise.withResolvers<number>();
    void endClient(client);
    log.warn("the process lost its number; it takes another one");
    for (const hear of this.losses) hear();
    this.again();
  }
}

let own: { presence: Presence; begun: Promise<void> } | undefined;

/** In how many places the living processes keep files. */
export async function placesOfFiles(): Promise<number> {
  const { rows } = await systemPool().query<{ n: number }>(
    `select count(distinct "objid")::int as "n" from pg_locks where "locktype" = 'advisory' and "classid" = $1
       and "database" = (select "oid" from pg_database where "datname" = current_database())`,
    [placeClass],
  );
  return rows[0]?.n ?? 0;
}

/** This process's presence, begun once. `place`: a number of where it keeps files. */
export async function openPresence(url: string, place = 0): Promise<Presence> {
  own ??= outsideScope(() => {
    const presence = new Presence(url, place);
    return { presence, begun: presence.hold() };
  });
  const { presence, begun } = own;
  // Only who opens it first hears of a database that is not there.
  await begun.catch((error: unknown) => {
    if (own?.presence === presence && presence.current === 0) own = undefined;
    throw error;
  });
  return presence;
}

export async function closePresence(): Promise<void> {
  const closing = own;
  own = undefined;
  await closing?.presence.letGo();
}

/** Whether this process still has a number; else what bore it is not its own any more. */
export function isOwnNumber(number: number): boolean {
  return own?.presence.current === number;
}

/** The number under which this process claims. */
export async function ownNumber(): Promise<number> {
  return (await openPresence(systemUrl())).number();
}
