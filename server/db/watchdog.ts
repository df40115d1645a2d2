import pg from "pg";
import { log } from "#server/base/log.ts";

const lookMs = 500;
/** After this long without an answer, the server is asked whether it is still working on the query. */
const suspectMs = 2000;
/** Statements that take their time are asked about so often, each time on a connection of its own. */
const askEveryMs = 900;
const askMs = 2500;
/** After this many failed looks in a row, the connection to the server, or the server, counts as dead. */
const mostFailures = 2;

type Group = {
  connection: pg.ClientConfig;
  clients: ReadonlySet<pg.Client>;
  /** Some were cut: what happened to them may have happened to the others. */
  onCut: () => void;
};
type Waiting = { query: unknown; since: number };

const groups = new Set<Group>();
const waiting = new WeakMap<pg.Client, Waiting>();
let timer: NodeJS.Timeout | undefined;

/**
 * Finds half-open connections, which wait for an answer that will never come and report no error. Asks on a fresh
 * connection whether the server still works on the query, so slow statements are left alone and queries pay nothing.
 * Returns how to stop.
 */
export function watchConnections(
  connection: pg.ClientConfig,
  clients: ReadonlySet<pg.Client>,
  onCut: () => void = () => undefined,
): () => void {
  const group = { connection, clients, onCut };
  groups.add(group);
  timer ??= setInterval(look, lookMs).unref();
  return () => {
    groups.delete(group);
    if (groups.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * A question may itself have gone out on a path that was dead by then: the next look does not wait for it. What comes of
 * it counts only where it was asked after the last verdict, so that two failures follow each other.
 */
type Asking = { failures: number; running: number; askedAt: number; judgedAt: number };
const mostRunning = 3;
const asking = new Map<Group, Asking>();

function look(): void {
  const at = performance.now();
  for (const group of groups) {
    const suspects = [...group.clients].filter((client) => waitsFor(client, at) >= suspectMs);
    const state = asking.get(group) ?? { failures: 0, running: 0, askedAt: -askEveryMs, judgedAt: 0 };
    if (suspects.length === 0) asking.delete(group);
    if (suspects.length === 0 || state.running >= mostRunning || at - state.askedAt < askEveryMs) continue;
    asking.set(group, state);
    state.running += 1;
    state.askedAt = at;
    void judge(group, suspects, state).finally(() => {
      state.running -= 1;
    });
  }
}

/** How long it has waited for the same answer, as far as the looks saw. */
function waitsFor(client: pg.Client, at: number): number {
  // The only place where the driver exposes its running query.
  const query: unknown = Reflect.get(client, "_activeQuery") ?? undefined;
  if (query === undefined) {
    waiting.delete(client);
    return 0;
  }
  const known = waiting.get(client);
  if (known?.query === query) return at - known.since;
  waiting.set(client, { query, since: at });
  return 0;
}

async function judge(group: Group, suspects: readonly pg.Client[], state: Asking): Promise<void> {
  const askedAt = performance.now();
  const asked = suspects.map((client) => ({ client, query: waiting.get(client)?.query }));
  const working = await ask(group.connection, suspects.map(processOf)).then(
    (found) => {
      Object.assign(state, { failures: 0, judgedAt: performance.now() });
      return found;
    },
    (error: unknown) => {
      if (isRefusal(error) || state.judgedAt > askedAt) return undefined;
      Object.assign(state, { failures: state.failures + 1, judgedAt: performance.now() });
      return state.failures >= mostFailures ? new Set<number>() : undefined;
    },
  );
  if (!working) return;
  const dead = asked.filter(
    ({ client, query }) =>
      group.clients.has(client) && Reflect.get(client, "_activeQuery") === query && !working.has(processOf(client)),
  );
  for (const { client } of dead) client.connection.stream.destroy();
  if (dead.length === 0) return;
  group.onCut();
  log.warn({ connections: dead.length }, "cut connections on which no answer can come");
}

function processOf(client: pg.Client): number {
  const pid: unknown = Reflect.get(client, "processID");
  return typeof pid === "number" ? pid : 0;
}

/** The server answered, if only to say that it is full or starts: the way is not dead. */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError;
}

/** Which of these connections the server is working for. Undefined behind a pooler that replaces process numbers. */
async function ask(connection: pg.ClientConfig, pids: readonly number[]): Promise<ReadonlySet<number> | undefined> {
  const { connectionString } = connection;
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: askMs,
    query_timeout: askMs,
    application_name: "parley lookout",
  });
  client.on("error", (error) => log.debug({ error }, "the lookout lost its connection"));
  try {
    await client.connect();
    const { rows } = await client.query<{ self: number; working: number[] }>(
      `select pg_backend_pid() as self, array(select pid from pg_stat_activity where pid = any($1::int[])
         and (state is null or state not like 'idle%' or state_change > now() - interval '1 second')) as working`,
      [pids],
    );
    const [found] = rows;
    return found && found.self === processOf(client) ? new Set(found.working) : undefined;
  } finally {
    client.connection.stream.destroy();
  }
}
