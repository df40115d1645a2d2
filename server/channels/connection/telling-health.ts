import type { CommandContext } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "emit">;

export type Health = { connected: boolean; problem: { code: number; message: string } | null };

async function found({ actor }: Context, channelId: string) {
  return prisma.channel.findFirst({
    where: { companyId: actor.companyId, id: channelId },
    select: { type: true, label: true, connected: true, health: true },
  });
}

const problemOf = (health: unknown): Health["problem"] => {
  const { problem } = (health ?? {}) as { problem?: { code?: unknown; message?: unknown } | null };
  return problem ? { code: Number(problem.code ?? 0), message: String(problem.message ?? "") } : null;
};

/** How a channel is before it is written; undefined where there is none. */
export async function healthBefore(context: Context, channelId: string): Promise<Health | undefined> {
  const channel = await found(context, channelId);
  return channel ? { connected: channel.connected, problem: problemOf(channel.health) } : undefined;
}

const sameHealth = (a: Health, b: Health) =>
  a.connected === b.connected && a.problem?.code === b.problem?.code && a.problem?.message === b.problem?.message;

/** Tells receivers of a channel that lost its connection, got it back, or has another problem than before. */
export async function tellHealth(context: Context, channelId: string, before: Health | undefined): Promise<void> {
  const channel = await found(context, channelId);
  if (!channel || !before) return;
  const { type, label, connected } = channel;
  const after = { connected, problem: problemOf(channel.health) };
  if (sameHealth(before, after)) return;
  const about = { id: channelId, companyId: context.actor.companyId, websiteId: channelId, type, label };
  context.emit({ type: "channel/health_changed", channelId, data: { ...about, ...after } });
}
