import { randomInt } from "node:crypto";
import type pg from "pg";
import { log } from "#server/base/log.ts";
import { endClient, openClient } from "#server/db/connections.ts";
import { every, later } from "#server/db/outside.ts";
import { systemRole } from "#server/db/pool.ts";
import { systemPool } from "#server/db/system.ts";

/** First half of the advisory lock that a living sender holds; the second is its number. */
const lockClass = 7_275_393;

/**
 * A dead sender's last transaction may still commit after its lock fell, so its number is kept for as long as a
 * statement may run, and looked for again each time.
 */
const freeDead = {
  name: "webhook_free",
  text: `
    with dead as materialized (
      select s."id", s."deadSince" from webhook_senders s where not exists (
        select from pg_locks l where l."locktype" = 'advisory' and l."classid" = ${lockClass} and l."objsubid" = 2
          and l."objid"::bigint = s."id" and l."granted"
          and l."database" = (select oid from pg_database where datname = current_database()))
    ), found as (
      update webhook_senders s set "deadSince" = now() from dead where s."id" = dead."id" and dead."deadSince" is null
    ), forgotten as (
      delete from webhook_senders s using dead
      where s."id" = dead."id" and dead."deadSince" < now() - interval '35 seconds'
    )
    update webhook_deliveries d set "leasedBy" = null, "dueAt" = now()
    from dead where d."status" = 'pending' and d."leasedBy" = dead."id"`,
};

/** Frees at once what senders held that were killed: their locks fell with their connections. */
export async function freeDeadSenders(): Promise<void> {
  const { rowCount } = await systemPool().query(freeDead);
  if ((rowCount ?? 0) > 0) log.info({ deliveries: rowCount }, "freed the deliveries of senders that died");
}

const askMs = 5000;

/** This process's number among senders, and the lock that shows that it lives. */
export class SenderLock {
  id = 0;
  private readonly url: string;
  private client: pg.Client | undefined;
  private stopped = false;
  private asking: NodeJS.Timeout | undefined;
  private retrying: NodeJS.Timeout | undefined;

  constructor(url: string) {
    this.url = url;
  }

  /** The lock comes before the row: a row without a lock is a dead sender. */
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
      await systemPool().query(`insert into webhook_senders ("id") values ($1)`, [id]);
      // Lost while its row was written: otherwise unnoticed.
      if (lost || this.stopped) throw new Error("the connection was lost before the sender was known");
      this.client = client;
      this.id = id;
    } catch (error) {
      await endClient(client);
      throw error;
    }
    this.asking ??= every(() => this.ask(), askMs).unref();
  }

  async letGo(): Promise<void> {
    this.stopped = true;
    clearInterval(this.asking);
    clearTimeout(this.retrying);
    try {
      await systemPool().query(`delete from webhook_senders where "id" = $1`, [this.id]);
    } finally {
      if (this.client) await endClient(this.client);
    }
  }

  private connect(): pg.Client {
    return openClient({
      connectionString: this.url,
      query_timeout: askMs,
      application_name: "parley webhooks",
      options: `-c role=${systemRole} -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c idle_session_timeout=0`,
    });
  }

  /** Nothing else is ever asked on this connection: a half-open one would go unnoticed. */
  private ask(): void {
    const { client } = this;
    client?.query("select 1").catch(() => this.lost(client));
  }

  /** Others free what we hold now; some of it may be sent twice. We go on under another number. */
  private lost(client: pg.Client): void {
    if (this.stopped || this.client !== client) return;
    this.client = undefined;
    void endClient(client);
    log.warn("the webhook sender lost its connection; it begins anew");
    this.again();
  }

  private again(): void {
    if (this.stopped) return;
    this.hold().catch((error: unknown) => {
      log.warn({ error }, "the webhook sender could not begin anew; trying again");
      this.retrying = later(() => this.again(), 1000).unref();
    });
  }
}
