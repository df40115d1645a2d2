import { randomInt } from "node:crypto";
import pg from "pg";
import { log } from "#server/core/log.ts";
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

/** This process's number among senders, and the lock that shows that it lives. */
export class SenderLock {
  id = 0;
  private readonly url: string;
  private client: pg.Client | undefined;
  private stopped = false;

  constructor(url: string) {
    this.url = url;
  }

  /** The lock comes before the row: a row without a lock is a dead sender. */
  async hold(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      application_name: "parley webhooks",
      options:
        "-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c idle_session_timeout=0",
    });
    client.on("error", () => this.lost(client));
    await client.connect();
    const id = randomInt(1, 2 ** 31 - 1);
    await client.query("select pg_advisory_lock($1, $2)", [lockClass, id]);
    await systemPool().query(`insert into webhook_senders ("id") values ($1)`, [id]);
    this.client = client;
    this.id = id;
  }

  async letGo(): Promise<void> {
    this.stopped = true;
    await systemPool().query(`delete from webhook_senders where "id" = $1`, [this.id]);
    await this.client?.end().catch(() => undefined);
  }

  /** Others free what we hold now; some of it may be sent twice. We go on under another number. */
  private lost(client: pg.Client): void {
    if (this.stopped || this.client !== client) return;
    this.client = undefined;
    void client.end().catch(() => undefined);
    log.warn("the webhook sender lost its connection; it begins anew");
    this.again();
  }

  private again(): void {
    if (this.stopped) return;
    this.hold().catch(() => setTimeout(() => this.again(), 1000).unref());
  }
}
