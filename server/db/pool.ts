import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { isId } from "#server/base/ids.ts";
import { untraced } from "#server/base/tracing.ts";
import { CheckedPool, poolWaitMs, statementMs } from "./connections.ts";
import { isLost } from "./errors.ts";
import { type Named, Pipelines } from "./pipeline.ts";

/** The company every statement of the current call is held to, and the transaction it is in. */
type Scope = {
  companyId: string;
  client?: pg.PoolClient;
  clock?: Clock;
  /** The transaction has ended; code that still runs in it was not awaited. */
  ended?: true;
  /** Runs after the commit. */
  after?: (() => void)[];
  /** Runs last before the commit. */
  last?: LastWork[];
  /** Events that are stored before the commit, in the order in which they happened: see core/events/storing.ts. */
  events?: object[];
};

/** What no rollback takes back: it is done once nothing else can fail, and undone by hand where another such work fails. */
export type LastWork = { work: () => Promise<void>; undo: () => Promise<void> };

/** What the clock of the database said when the transaction began, in ms, and this process's timer then. */
type Clock = { database: number; local: number };

const scopes = new AsyncLocalStorage<Scope | undefined>();
const companyOfClient = new WeakMap<object, string>();
let pool: TenantPool | undefined;

export const tenantRole = "parley_app";
export const systemRole = "parley_system";

/** int8 and numeric fit a JavaScript number everywhere we use them (counts, money to 2 places). */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** Connection settings shared by both doors: the role is fixed at start-up of each connection. */
export function poolConfig(url: string, role: string, max: number): pg.PoolConfig {
  return {
    connectionString: url,
    max,
    connectionTimeoutMillis: poolWaitMs,
    idleTimeoutMillis: 60_000,
    options: `-c role=${role} -c statement_timeout=${statementMs} -c idle_in_transaction_session_timeout=30000 -c timezone=UTC`,
    application_name: "parley",
  };
}

/** Sets `app.company_id` when a connection is checked out for another company than its last. No scope, no rows. */
class TenantPool extends CheckedPool {
  readonly pipelines = new Pipelines(() => this.connect());

  protected override async checkout(): Promise<pg.PoolClient> {
    // Statements of a transaction use its own connection (sql.ts); a second one would see and lock other rows.
    if (currentClient()) throw new Error("a transaction has its connection already");
    const client = await super.checkout();
    const scope = currentScope();
    const wanted = scope?.companyId ?? "";
    if ((companyOfClient.get(client) ?? "") !== wanted) {
      companyOfClient.delete(client);
      try {
        await client.query("select set_config('app.company_id', $1, false)", [wanted]);
      } catch (error) {
        client.release(true);
        throw error;
      }
      companyOfClient.set(client, wanted);
    }
    return client;
  }
}

/** Opens the tenant door. Called once at boot (and by tests). */
export function openTenantPool(url: string, max = 16): void {
  pool = new TenantPool(poolConfig(url, tenantRole, max), "a database connection failed");
}

export function tenantPool(): pg.Pool {
  if (!pool) throw new Error("the tenant pool is not open");
  return pool;
}

/** A read in the scope of the call, outside of a transaction, which is quick by itself. */
export function quickReads<Row extends pg.QueryResultRow>(statement: Named): Promise<pg.QueryResult<Row>> {
  if (!pool) throw new Error("the tenant pool is not open");
  return pool.pipelines.query<Row>(currentScope()?.companyId ?? "", statement);
}

export async function closeTenantPool(): Promise<void> {
  const closing = pool;
  pool = undefined;
  await closing?.close();
}

/** The scope of this call, unless its transaction has ended. */
export function currentScope(): Scope | undefined {
  const scope = scopes.getStore();
  return scope?.ended ? undefined : scope;
}

/** The transaction this call is in. One that has ended has given its connection back: no statement may go there. */
export function currentClient(): pg.PoolClient | undefined {
  const scope = scopes.getStore();
  if (scope?.ended)
    throw new Error("the transaction of this call has ended: use afterCommit, or a timer of db/outside");
  return scope?.client;
}

/** Runs `work` in no company and no transaction, and outside of the trace: for what goes on after the call. */
export function outsideScope<T>(work: () => T): T {
  return scopes.run(undefined, () => untraced(work));
}

/** For afterCommit of db/outside. */
export function afterCommitOf(work: () => void): void {
  const scope = currentScope();
  if (scope?.after) scope.after.push(work);
  else work();
}

/** For beforeCommit of db/outside. */
export async function beforeCommitOf(last: LastWork): Promise<void> {
  const scope = currentScope();
  if (scope?.last) scope.last.push(last);
  else await last.work();
}

async function doLast(works: readonly LastWork[]): Promise<void> {
  const begun: LastWork[] = [];
  try {
    for (const one of works) {
      begun.push(one);
      await one.work();
    }
  } catch (error) {
    await Promise.allSettled(begun.map(({ undo }) => undo()));
    throw error;
  }
}

/** Runs a part of a transaction: where it fails, the events it emitted and what it left for the end are discarded. */
export async function discardingOnFailure<T>(part: () => Promise<T>): Promise<T> {
  const { events, last } = currentScope() ?? {};
  const eventsBefore = events?.length ?? 0;
  const worksBefore = last?.length ?? 0;
  try {
    return await part();
  } catch (error) {
    events?.splice(eventsBefore);
    last?.splice(worksBefore);
    throw error;
  }
}

/** Runs `work` on one given connection, in the transaction that is open there: for the system door. */
export function inScope<T>(scope: Scope & { client: pg.PoolClient }, work: () => Promise<T>): Promise<T> {
  return scopes.run(scope, work);
}

/** Runs `work` with every statement held to one company, outside a transaction. */
export function inCompany<T>(companyId: string, work: () => Promise<T>): Promise<T> {
  const scope = currentScope();
  if (scope?.companyId === companyId) return work();
  if (scope?.client) throw new Error("a transaction cannot reach into another company");
  return scopes.run({ companyId }, work);
}

/**
 * Opens a transaction that is visible as running before it reads the clock: lists of changes thus know which times may
 * still be written (parley_open_writes). Takes one round trip.
 */
async function begin(client: pg.PoolClient): Promise<Clock> {
  const results: unknown = await client.query(
    `BEGIN; SELECT extract(epoch from clock_timestamp()) * 1000 AS "at" FROM pg_current_xact_id()`,
  );
  const [, told] = results as pg.QueryResult<{ at: number }>[];
  const local = performance.now();
  return { database: told?.rows[0]?.at ?? Date.now(), local };
}

/** Runs `work` in one transaction of one company; joins the transaction already open there. */
export async function inTransaction<T>(companyId: string, work: () => Promise<T>): Promise<T> {
  const outer = currentScope();
  if (outer?.client) {
    if (outer.companyId !== companyId) throw new Error("a transaction cannot reach into another company");
    return work();
  }
  if (!isId(companyId)) throw new Error("a company id is a UUID");
  const client = await scopes.run({ companyId }, () => tenantPool().connect());
  const after: (() => void)[] = [];
  const last: LastWork[] = [];
  const scope: Scope = { companyId, client, after, last };
  let broken: Error | undefined;
  let result: T;
  try {
    scope.clock = await begin(client);
    result = await scopes.run(scope, work);
    await scopes.run(scope, () => doLast(last));
    scope.ended = true;
    await client.query("COMMIT");
  } catch (error) {
    scope.ended = true;
    if (isLost(error)) broken = error;
    else
      await client.query("ROLLBACK").catch((cause: Error) => {
        broken = cause;
      });
    throw error;
  } finally {
    client.release(broken);
  }
  for (const work of after) work();
  return result;
}
