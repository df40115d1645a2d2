import { Pool } from "undici";
import { guardedConnector } from "./connecting.ts";

const idleMs = 30_000;
const maxPools = 5000;

type Kept = { pool: Pool; usedAt: number };

const pools = new Map<string, Kept>();
const connect = guardedConnector();
let sweeping: NodeJS.Timeout | undefined;

/** The connections of one owner to one host. Owners share none; callers without a name get connections for one use. */
export function poolFor(url: URL, owner = ""): Pool {
  const key = `${owner}|${url.origin}`;
  const kept = pools.get(key) ?? open(key, url.origin);
  kept.usedAt = Date.now();
  return kept.pool;
}

function open(key: string, origin: string): Kept {
  if (pools.size >= maxPools) sweep(0);
  const pool = new Pool(origin, {
    connect,
    // The caller decides how many calls run at once.
    connections: null,
    pipelining: 1,
    keepAliveTimeout: 4000,
    keepAliveMaxTimeout: idleMs,
    // The deadline of each call is its own.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16_384,
  });
  const kept = { pool, usedAt: Date.now() };
  pools.set(key, kept);
  sweeping ??= setInterval(() => sweep(idleMs), idleMs).unref();
  return kept;
}

/** Closes pools that have not been used for a while; running calls finish first. */
function sweep(unusedMs: number): void {
  const before = Date.now() - unusedMs;
  for (const [key, { pool, usedAt }] of pools) {
    if (usedAt > before || pool.stats.running + pool.stats.queued > 0) continue;
    pools.delete(key);
    void pool.close().catch(() => pool.destroy());
  }
  if (pools.size === 0) {
    clearInterval(sweeping);
    sweeping = undefined;
  }
}

/** Ends every connection: for tests and the end of the process. */
export async function closeOutbound(): Promise<void> {
  const closing = [...pools.values()];
  pools.clear();
  clearInterval(sweeping);
  sweeping = undefined;
  await Promise.all(closing.map(({ pool }) => pool.destroy()));
}
