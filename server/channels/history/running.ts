import { z } from "zod";
import { log } from "#server/base/log.ts";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { inCompany } from "#server/db/pool.ts";
import { execute, row, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import { addJob } from "#server/kit/jobs/adding.ts";
import { isTemporary } from "../inbound/momentary.ts";
import { nextImport, skipImport, writeImport } from "./writing.ts";

/** Sums up the import once nothing waits. More may still come; then the import goes on. */
export const settleImport = command({
  name: "channels.settleImport",
  access: "system",
  input: z.object({ channelId: z.uuid() }),
  output: z.object({}),
  example: (given) => ({ channelId: given.channelId ?? "" }),
  async run({ actor, input, now, emit }) {
    const own = sql`"companyId" = ${actor.companyId} and "channelId" = ${input.channelId}`;
    await execute(sql`select 1 from channel_imports where ${own} for update`);
    const left = await row<{ waiting: number; failed: number; error: string | null }>(sql`
      select count(*) filter (where "error" is null) as "waiting", count(*) filter (where "error" is not null) as "failed",
        min("error") as "error" from import_items where ${own}`);
    if (!left || left.waiting > 0) return {};
    const failed = left.failed > 0;
    await execute(sql`
      update channel_imports set "dueAt" = null, "error" = case when ${failed}::boolean then ${left.error ?? ""} else "error" end,
        "state" = case when "state" = 'declined' then "state" when ${failed}::boolean then 'failed'
          when "state" = 'reading' and coalesce("progress", 100) >= 100 then 'done' else "state" end,
        "finishedAt" = case when coalesce("progress", 100) >= 100 then ${now}::timestamptz end
      where ${own}`);
    emit({ type: "channel/import", channelId: input.channelId, data: { id: input.channelId } });
    return {};
  },
});

async function isDue(actor: Actor, channelId: string): Promise<boolean> {
  const due = await inCompany(actor.companyId, () =>
    row(sql`
      select 1 from channel_imports where "companyId" = ${actor.companyId} and "channelId" = ${channelId}
        and "dueAt" <= now()`),
  );
  return due !== undefined;
}

/** Writes everything that waits, one transaction per piece, so that it can be interrupted anywhere and resumed. */
export async function writeHistory(actor: Actor, channelId: string): Promise<void> {
  for (;;) {
    const { next } = await nextImport.execute(actor, { channelId });
    if (!next) return void (await settleImport.execute(actor, { channelId }));
    const piece = { channelId, ...next };
    try {
      await writeImport.execute(actor, piece);
    } catch (error) {
      if (!(error instanceof Error) || isTemporary(error)) throw error;
      log.warn({ error, channelId }, "a piece of a phone app's past could not be written");
      await skipImport.execute(actor, { ...piece, error: error.message.slice(0, 1000) });
    }
  }
}

/** The job: does nothing where parts still come in. */
export async function runImport(actor: Actor, channelId: string): Promise<void> {
  if (await isDue(actor, channelId)) await writeHistory(actor, channelId);
}

/** One job for each channel with something to write; also after a kill, since it stays due until it is written. */
export async function wakeImports(): Promise<void> {
  const { rows } = await systemPool().query<{ companyId: string; channelId: string }>(
    `select "companyId", "channelId" from channel_imports where "dueAt" <= now() limit 100`,
  );
  for (const { companyId, channelId } of rows) {
    const key = `import:${channelId}`;
    await addJob("channels.writeHistory", { companyId, channelId }, { key, queue: key, priority: 10 });
  }
}
