import { minute } from "./clock.ts";
import { log } from "./log.ts";

type Noted = { until: number; unsaid: number };

const noted = new Map<string, Noted>();
const mostKeys = 10_000;

/**
 * Writes down an attempt to get around a control (ASVS 16.3.3): one line a minute for each `key`, which says how many
 * were passed over since the last one, so that an attempt cannot fill the log. Fields are names and ids, never what was sent.
 */
export function noteAttempt(key: string, fields: Record<string, unknown>, sentence: string): void {
  const at = Date.now();
  const last = noted.get(key);
  if (last && last.until > at) {
    last.unsaid += 1;
    return;
  }
  if (noted.size >= mostKeys) for (const [old, { until }] of noted) if (until <= at) noted.delete(old);
  // Where so many are at it at once, the newest are told without being counted.
  if (noted.size < mostKeys || last) noted.set(key, { until: at + minute, unsaid: 0 });
  log.warn({ ...fields, ...(last && last.unsaid > 0 ? { before: last.unsaid } : {}) }, sentence);
}
