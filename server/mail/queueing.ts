import { second } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { seal } from "#server/base/secrets.ts";
import { env } from "#server/config/env.ts";
import type { Actor } from "#server/core/actor.ts";
import { prisma } from "#server/db/prisma.ts";
import type { MailKind, MailState } from "./choices.ts";
import { compose, type Letter } from "./composing.ts";

/** Whether this installation sends mail at all. */
export const sendsMail = (): boolean => env.mail !== undefined;

type Wanted = Letter & {
  to: string;
  /** What it is sent for: a second mail for the same cause is not sent. */
  cause: string;
  /** From then on it is of no use; undefined: it always is. */
  expiresAt?: Date;
};

/**
 * Writes a mail in the open transaction: it leaves after the commit, and not at all without one. Answers whether it was
 * queued: not where no mail is sent, nor for a cause that has had its mail.
 */
export async function queueMail(
  { actor, now }: { actor: Pick<Actor, "companyId">; now: Date },
  { to, cause, expiresAt, ...letter }: Wanted,
): Promise<boolean> {
  if (!sendsMail()) return false;
  const { companyId } = actor;
  const content = seal(JSON.stringify(compose(letter)));
  const row = { companyId, id: newId(), kind: letter.kind, cause, recipient: to, content, createdAt: now, dueAt: now };
  const { count } = await prisma.mail.createMany({
    data: [{ ...row, expiresAt: expiresAt ?? null }],
    skipDuplicates: true,
  });
  return count > 0;
}

type Counted = { kind: MailKind; within: number; most: number; now: Date; cause?: string; recipient?: string };

/**
 * Seconds until fewer than `most` of a kind were queued within so many ms; 0: it is so. With `cause`, of those whose
 * cause begins so, with `recipient`, to it.
 */
export async function secondsUntilRoom(companyId: string, counted: Counted): Promise<number> {
  const { kind, within, most, now, cause, recipient } = counted;
  const begins = cause === undefined ? {} : { cause: { startsWith: cause } };
  const to = recipient === undefined ? {} : { recipient: { equals: recipient, mode: "insensitive" as const } };
  const since = new Date(now.getTime() - within);
  const where = { companyId, kind, createdAt: { gte: since }, ...begins, ...to };
  const last = await prisma.mail.findFirst({ where, orderBy: { createdAt: "desc" }, skip: most - 1 });
  return last ? Math.max(1, Math.ceil((last.createdAt.getTime() - since.getTime()) / second)) : 0;
}

/** What became of the mails of these causes. */
export async function mailStatesOf(
  { companyId }: Pick<Actor, "companyId">,
  causes: readonly string[],
): Promise<Map<string, MailState>> {
  const where = { companyId, cause: { in: [...causes] } };
  const found = causes.length === 0 ? [] : await prisma.mail.findMany({ where, select: { cause: true, state: true } });
  return new Map(found.map(({ cause, state }) => [cause, state]));
}
