import type pg from "pg";
import { listsOf, unnested } from "#server/db/driver/lists.ts";
import { isLost, isRefused } from "#server/db/errors.ts";
import { systemPool } from "#server/db/system.ts";
import { writeApart } from "./refused/halving.ts";

/** What became of one delivery in one attempt; `logged` false: it was dropped without an attempt. */
export type Settled = {
  companyId: string;
  deliveryId: string;
  webhookId: string;
  status: "pending" | "recovering" | "succeeded" | "failed" | "dropped";
  attempt: number;
  /** Milliseconds until the next attempt, for "pending". */
  delayMs: number;
  logged: boolean;
  logId: string;
  url: string;
  event: string;
  requestHeaders: string;
  statusCode: number | null;
  responseBody: string | null;
  errorMessage: string | null;
  success: boolean;
  durationMs: number;
  startedAt: Date;
};

type Fared = { companyId: string; webhookId: string; hour: Date; successes: number; failures: number };
type Health = {
  companyId: string;
  webhookId: string;
  /** Failures after the last success of the batch; `recovered`: there was one. */
  failures: number;
  recovered: boolean;
  successAt: Date | null;
  failureAt: Date | null;
  reason: string;
};

/** What has come of attempts, as statements take it. */
export const resultTypes = {
  status: "text",
  attempt: "int",
  delayMs: "int",
  logged: "boolean",
  logId: "uuid",
  url: "text",
  requestHeaders: "text",
  statusCode: "int",
  responseBody: "text",
  errorMessage: "text",
  success: "boolean",
  durationMs: "int",
  startedAt: "timestamptz",
};

/** Parts of a statement over attempts `r`: the log of them. */
export const logAttempts = `log as (
      insert into webhook_attempts ("companyId", "id", "webhookId", "deliveryId", "url", "event", "requestHeaders",
        "attempt", "statusCode", "responseBody", "errorMessage", "success", "durationMs", "createdAt")
      select "companyId", "logId", "webhookId", "deliveryId", "url", "event", "requestHeaders", "attempt",
        "statusCode", "responseBody", "errorMessage", "success", "durationMs", "startedAt" from r where "logged"
    )`;

/** How their webhooks fare, by $1 and $2 (`faringOf`). */
export const noteFaring = `hours as (
      insert into webhook_hours as h ("companyId", "webhookId", "hour", "successes", "failures")
      select * from json_to_recordset($1::json) as f("companyId" uuid, "webhookId" uuid, "hour" timestamptz,
        "successes" int, "failures" int)
      order by 1, 2, 3
      on conflict ("companyId", "webhookId", "hour") do update set
        "successes" = h."successes" + excluded."successes", "failures" = h."failures" + excluded."failures"
    ), health as (
      insert into webhook_health as h ("companyId", "webhookId", "consecutiveFailures", "lastSuccessAt",
        "lastFailureAt", "lastFailureReason", "toldAt")
      select f."companyId", f."webhookId",
        f."failures" + case when f."recovered" then 0 else coalesce(old."consecutiveFailures", 0) end,
        coalesce(f."successAt", old."lastSuccessAt"), coalesce(f."failureAt", old."lastFailureAt"),
        case when f."failureAt" is null then coalesce(old."lastFailureReason", '') else f."reason" end,
        case when f."recovered" then null else old."toldAt" end
      from json_to_recordset($2::json) as f("companyId" uuid, "webhookId" uuid, "failures" int,
        "recovered" boolean, "successAt" timestamptz, "failureAt" timestamptz, "reason" text)
      left join webhook_health old on old."companyId" = f."companyId" and old."webhookId" = f."webhookId"
      order by 1, 2
      on conflict ("companyId", "webhookId") do update set
        "consecutiveFailures" = excluded."consecutiveFailures", "lastSuccessAt" = excluded."lastSuccessAt",
        "lastFailureAt" = excluded."lastFailureAt", "lastFailureReason" = excluded."lastFailureReason",
        "toldAt" = excluded."toldAt"
    )`;

const types = { companyId: "uuid", deliveryId: "uuid", webhookId: "uuid", event: "text", ...resultTypes };

/**
 * One statement for a whole batch: log, queue and health move together, or not at all. What got through while it was
 * dropped has arrived; what a process drops may be a recovery's by then.
 */
const settleAll = {
  name: "webhook_settle",
  text: `
    with r as materialized (select * from ${unnested("r", types, 3)}), ${logAttempts}, ${noteFaring}
    update webhook_deliveries d set "status" = r."status", "attempt" = greatest(d."attempt", r."attempt"),
      "leasedBy" = null,
      "dueAt" = case when r."status" = 'pending' then now() + r."delayMs" * interval '1 millisecond' else d."dueAt" end
    from r where d."companyId" = r."companyId" and d."id" = r."deliveryId" and case r."status"
      when 'dropped' then d."status" = 'pending' when 'succeeded' then d."status" in ('pending', 'recovering', 'dropped')
      else d."status" in ('pending', 'recovering') end`,
};

const hourMs = 3_600_000;

function groups(settled: readonly Settled[]): Settled[][] {
  const logged = settled.filter((one) => one.logged);
  return [...Map.groupBy(logged, ({ webhookId }) => webhookId).values()];
}

function faredIn(group: readonly Settled[]): Fared[] {
  const byHour = Map.groupBy(group, ({ startedAt }) => Math.floor(startedAt.getTime() / hourMs));
  return [...byHour].flatMap(([hour, ones]) => {
    const [first] = ones;
    if (!first) return [];
    const { companyId, webhookId } = first;
    const successes = ones.filter(({ success }) => success).length;
    return [{ companyId, webhookId, hour: new Date(hour * hourMs), successes, failures: ones.length - successes }];
  });
}

function healthOf(group: readonly Settled[]): Health[] {
  const [first] = group;
  if (!first) return [];
  const lastSuccess = group.findLastIndex(({ success }) => success);
  const failure = group.findLast(({ success }) => !success);
  return [
    {
      companyId: first.companyId,
      webhookId: first.webhookId,
      failures: group.length - 1 - lastSuccess,
      recovered: lastSuccess >= 0,
      successAt: group[lastSuccess]?.startedAt ?? null,
      failureAt: failure?.startedAt ?? null,
      reason: failure?.errorMessage ?? "",
    },
  ];
}

/** Attempts by hour, and how each webhook fares after them: what `noteFaring` takes. */
export function faringOf(settled: readonly Settled[]): [hours: string, health: string] {
  const grouped = groups(settled);
  return [JSON.stringify(grouped.flatMap(faredIn)), JSON.stringify(grouped.flatMap(healthOf))];
}

/** What it means for its delivery, without an entry in the log. */
export function unlogged(result: Settled): Settled {
  return { ...result, logged: false, url: "", requestHeaders: "{}", responseBody: null, errorMessage: null };
}

async function write(client: Pick<pg.ClientBase, "query">, settled: readonly Settled[]): Promise<void> {
  const faring = faringOf(settled);
  await client.query({ ...settleAll, values: [...faring, ...listsOf(types, settled)] });
}

const named = ({ companyId, webhookId, deliveryId }: Settled) => ({ companyId, webhookId, deliveryId });

/** Writes a batch of attempts to the log, the queue and the webhooks' health. */
export async function settle(settled: readonly Settled[]): Promise<void> {
  try {
    return await write(systemPool(), settled);
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
  const client = await systemPool().connect();
  let broken: Error | undefined;
  try {
    await writeApart(client, async () => settled, { write: (some) => write(client, some), less: unlogged, named });
  } catch (error) {
    if (isLost(error)) broken = error;
    throw error;
  } finally {
    client.release(broken);
  }
}
