import type pg from "pg";
import { log } from "#server/base/log.ts";
import { endClient, openClient } from "#server/db/connections.ts";
import { systemRole } from "#server/db/pool.ts";

/** Whose connection holds this lock reads the events for the webhooks, and stores on that connection what it has read. */
const leaderLock = 7_275_398;
const tryMs = 500;

/** The lead of the stream of events: who has lost it cannot store either. */
export class Lead {
  /** Of the leader. */
  client: pg.Client | undefined;
  private readonly url: string;
  private readonly onLoss: () => void;
  private connection: pg.Client | undefined;
  private triedAt = Number.NEGATIVE_INFINITY;

  constructor(url: string, onLoss: () => void) {
    this.url = url;
    this.onLoss = onLoss;
  }

  /** Tries to get it, twice a second at most. Answers how far what is stored goes, where this process leads from now on. */
  async take(): Promise<number | undefined> {
    if (this.client || performance.now() < this.triedAt + tryMs) return undefined;
    this.triedAt = performance.now();
    const connection = this.connection ?? (await this.connect());
    try {
      const lock = await connection.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [leaderLock]);
      if (!lock.rows[0]?.got) return undefined;
      const { rows } = await connection.query<{ position: number }>(
        `select "position" from webhook_cursor where "id" = 1`,
      );
      if (this.connection !== connection) return undefined;
      this.client = connection;
      return rows[0]?.position ?? 0;
    } catch (error) {
      this.lose(connection);
      throw error;
    }
  }

  /** It may be lost: its connection is given up, and with it the lock. */
  lose(connection: pg.Client): void {
    if (this.connection !== connection) return;
    const led = this.client === connection;
    this.connection = undefined;
    this.client = undefined;
    void endClient(connection);
    if (!led) return;
    log.warn("the lead of the webhooks' events was lost; what was not stored is read again");
    this.onLoss();
  }

  async end(): Promise<void> {
    const { connection } = this;
    this.connection = undefined;
    this.client = undefined;
    if (connection) await endClient(connection);
  }

  private async connect(): Promise<pg.Client> {
    const connection = openClient({
      connectionString: this.url,
      // Above the statement timeout: the server ends a slow statement itself.
      query_timeout: 12_000,
      application_name: "parley webhooks",
      // A leader whose machine vanished must not keep the lock for long. Deliveries that a power cut takes back are read
      // and sent again, as after any kill, so commits need not wait for the disk.
      options: `-c role=${systemRole} -c synchronous_commit=off -c statement_timeout=10000 -c idle_in_transaction_session_timeout=10000 -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c idle_session_timeout=0 -c timezone=UTC`,
    });
    this.connection = connection;
    connection.on("error", () => this.lose(connection));
    try {
      await connection.connect();
    } catch (error) {
      this.lose(connection);
      throw error;
    }
    return connection;
  }
}
