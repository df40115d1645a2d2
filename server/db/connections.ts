import pg from "pg";
import { DatabaseClient } from "./driver/statements.ts";
import { surviveLosses } from "./surviving.ts";
import { watchConnections } from "./watchdog.ts";

/** The server ends a slow statement after `statementMs`; without an answer by `queryMs`, none will come. */
export const statementMs = 30_000;
const queryMs = 35_000;

/** Settings of every connection to the database: it may be half-open, dead without an error. */
const patience = {
  query_timeout: queryMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} satisfies pg.ClientConfig;

/** A request that gets no connection in this time answers 503: the database is away, paused or full. */
export const poolWaitMs = 3000;
/** Where no request waits: jobs and what looks after them. */
export const patientWaitMs = 5000;

const farewellMs = 2000;
const idleCheck = { afterMs: 5000, withinMs: 1000 };

type Checkout = (error: Error | undefined, client?: pg.PoolClient, done?: (release?: unknown) => void) => void;

/** The pools of this process that are open. */
const pools = new Set<CheckedPool>();

/** What each kind of pool holds; the instance's own number is no part of a name. */
export function openPools(): { pool: string; total: number; idle: number; waiting: number }[] {
  const kinds = [...new Set([...pools].map(({ kind }) => kind))];
  const sum = (kind: string, count: (one: CheckedPool) => number) =>
    [...pools].filter((one) => one.kind === kind).reduce((total, one) => total + count(one), 0);
  return kinds.map((pool) => ({
    pool,
    total: sum(pool, ({ totalCount }) => totalCount),
    idle: sum(pool, ({ idleCount }) => idleCount),
    waiting: sum(pool, ({ waitingCount }) => waitingCount),
  }));
}

/** "parley worker <id>" is the worker's; both doors are called parley and differ by their role. */
function kindOf({ application_name = "", options = "" }: pg.PoolConfig): string {
  const name = application_name.replace(/^parley ?/, "").replace(/ [\da-f-]{36}$/, "");
  return name.replaceAll(" ", "_") || (/role=parley_(\w+)/.exec(options)?.[1] ?? "other");
}

/** A pool that asks a connection after a pause whether it still lives, before it is used. */
export class CheckedPool extends pg.Pool {
  readonly kind: string;
  private readonly all = new Set<pg.Client>();
  private readonly forget: () => void;
  private readonly usedAt = new WeakMap<object, number>();
  /** Connections not used since then went silent together with one that was asked. */
  private suspectBefore = 0;
  /** Connections not used since then are asked, however short their pause was: others of the pool were dead. */
  private doubtedBefore = 0;

  constructor(config: pg.PoolConfig, lost: string) {
    super({ Client: DatabaseClient, ...patience, ...config });
    this.kind = kindOf(config);
    pools.add(this);
    surviveLosses(this, lost);
    this.on("connect", (client) => this.all.add(client));
    this.on("remove", (client) => this.all.delete(client));
    this.on("release", (_error, client) => this.usedAt.set(client, performance.now()));
    this.forget = watchConnections(config, this.all, () => {
      this.doubtedBefore = performance.now();
    });
  }

  /** Ends once all connections have been returned; does not wait for the goodbye of a dead one. */
  async close(): Promise<void> {
    pools.delete(this);
    const cut = setTimeout(() => {
      for (const client of this.all) client.connection.stream.destroy();
    }, farewellMs);
    await this.end();
    clearTimeout(cut);
    this.forget();
  }

  // pg.Pool.query() and the jobs library come through connect(), with a callback or awaiting a promise.
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Checkout): void;
  override connect(callback?: Checkout): Promise<pg.PoolClient> | void {
    const checkout = this.checkout();
    if (!callback) return checkout;
    checkout.then(
      (client) =>
        callback(undefined, client, (release) => client.release(release === true || release instanceof Error)),
      (error: Error) => callback(error),
    );
  }

  protected async checkout(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await super.connect();
      const used = this.usedAt.get(client);
      if (used === undefined) return client;
      if (used >= this.doubtedBefore && performance.now() - used < idleCheck.afterMs) return client;
      if (used >= this.suspectBefore && (await answers(client))) return client;
      this.suspectBefore = Math.max(this.suspectBefore, used);
      drop(client);
    }
  }
}

async function answers(client: pg.PoolClient): Promise<boolean> {
  try {
    // The driver's types do not know that a single query may have a limit of its own.
    const question = { text: "select 1", query_timeout: idleCheck.withinMs };
    await client.query(question);
    return true;
  } catch {
    return false;
  }
}

/** Its goodbye would wait for an answer too. */
function drop(client: pg.PoolClient): void {
  client.connection.stream.destroy();
  client.release(true);
}

/** A single connection that is held: for locks and for listening. */
export function openClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ ...patience, connectionTimeoutMillis: 5000, ...config });
  const forget = watchConnections(config, new Set([client]));
  client.once("end", forget);
  return client;
}

/** Ends it without waiting for the goodbye of a dead one. */
export async function endClient(client: pg.Client): Promise<void> {
  const cut = setTimeout(() => client.connection.stream.destroy(), farewellMs);
  // It is gone either way.
  await client.end().catch(() => undefined);
  clearTimeout(cut);
}
