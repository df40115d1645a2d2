import { z } from "zod";
import { log } from "#server/base/log.ts";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { inCompany } from "#server/db/pool.ts";
import { systemPool } from "#server/db/system.ts";
import { addJob } from "#server/kit/jobs/adding.ts";
import { isTemporary } from "../inbound/momentary.ts";
import { isImportDue, lockLeft, writeSettled } from "./imports.sql.ts";
import { nextImport, skipImport, writeImport } from "./writing.ts";

/** Sums up the import once nothing waits. More may still come; then the import goes on. */
export const settleImport = command({
  name: "channels.settleImport",
  access: "system",
  input: z.object({ channelId: z.uuid() }),
  output: z.object({}),
  example: (given) => ({ channelId: given.channelId ?? "" }),
  async run({ actor, input, now, emit }) {
    const channel = { companyId: actor.companyId, channelId: input.channelId };
    const left = await lockLeft(channel);
    if (!left || left.waiting > 0) return {};
    await writeSettled(channel, left.failed > 0 ? (left.error ?? "") : null, now);
    emit({ type: "channel/import", channelId: input.channelId, data: { id: input.channelId } });
    return {};
  },
});

function isDue({ companyId }: Actor, channelId: string): Promise<boolean> {
  return inCompany(companyId, () => isImportDue({ companyId, channelId }));
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
