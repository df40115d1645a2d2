import { z } from "zod";
import { AppError, invalidField, notFound } from "#server/base/errors.ts";
import { isId, newId } from "#server/base/ids.ts";
import { lockContact, readableContacts } from "#server/contacts/access.sql.ts";
import { lockConversation, readableConversations } from "#server/conversations/access.sql.ts";
import type { ContactsMerged } from "#server/conversations/linking/capturing.ts";
import type { Actor } from "#server/core/actor.ts";
import type { ListenerContext } from "#server/core/listeners.ts";
import { command, query } from "#server/core/operation.ts";
import type { LegalHold } from "#server/db/generated/client.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { holdsTurn } from "./access.ts";
import { maxHolds } from "./choices.ts";
import { moveHolds } from "./holding.sql.ts";
import { createHoldInput, holdIdInput, legalHoldSchema } from "./schema.ts";

async function viewHolds(actor: Actor, holds: readonly LegalHold[]): Promise<z.input<typeof legalHoldSchema>[]> {
  const contacts = await readableContacts(
    actor,
    holds.flatMap(({ contactId }) => contactId ?? []),
  );
  const conversations = await readableConversations(
    actor,
    holds.flatMap(({ conversationId }) => conversationId ?? []),
  );
  const names = new Map([
    ...contacts.map(({ id, name }) => [id, name] as const),
    ...conversations.map(({ id, visitorName }) => [id, visitorName] as const),
  ]);
  return holds.map((hold) => ({ ...hold, subject: names.get(hold.contactId ?? hold.conversationId ?? "") ?? "" }));
}

async function viewHold(actor: Actor, hold: LegalHold) {
  const [view] = await viewHolds(actor, [hold]);
  if (!view) throw notFound("legal hold");
  return view;
}

/** GET /v1/legal-holds: those that hold before those that were released, the newest first. */
export const listHolds = query({
  name: "retention.holds",
  access: "admin",
  input: z.object({}),
  output: z.array(legalHoldSchema),
  example: () => ({}),
  async run({ actor }) {
    const { companyId } = actor;
    const active = await prisma.legalHold.findMany({ where: { companyId, releasedAt: null }, orderBy: { id: "desc" } });
    const released = await prisma.legalHold.findMany({
      where: { companyId, releasedAt: { not: null } },
      orderBy: { releasedAt: "desc" },
      take: 100,
    });
    return viewHolds(actor, [...active, ...released]);
  },
});

/** The contact or conversation that a hold names, locked: a deletion that began before it is done, or finds the hold. */
async function lockSubject(actor: Actor, field: "contactId" | "conversationId", id: string | undefined) {
  if (!id) return null;
  const locked = field === "contactId" ? lockContact(actor, id) : lockConversation(actor, id, "clients_write");
  const found = await locked.catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    throw invalidField(field, `No such ${field === "contactId" ? "contact" : "conversation"}.`, "unknown_reference");
  });
  return found.id;
}

/** POST /v1/legal-holds */
export const createHold = command({
  name: "retention.hold",
  access: "admin",
  input: createHoldInput,
  output: legalHoldSchema,
  example: (given) => ({ contactId: given.contactId ?? "", reason: "Case 2026-114" }),
  async run({ actor, input, now, emit }) {
    const { companyId } = actor;
    await takeTurn(holdsTurn(companyId));
    const contactId = await lockSubject(actor, "contactId", input.contactId);
    const conversationId = await lockSubject(actor, "conversationId", input.conversationId);
    if (await prisma.legalHold.findFirst({ where: { companyId, contactId, conversationId, releasedAt: null } }))
      throw new AppError("already_exists", { message: "It is under a legal hold already." });
    if ((await prisma.legalHold.count({ where: { companyId, releasedAt: null } })) >= maxHolds)
      throw new AppError("limit_reached", { message: `At most ${maxHolds} holds.`, extra: { limit: maxHolds } });
    const data = { companyId, id: newId(), contactId, conversationId, reason: input.reason };
    const made = await prisma.legalHold.create({ data: { ...data, createdBy: actor.name, createdAt: now } });
    emit({ type: "retention/hold", data: { id: made.id, reason: made.reason } });
    return viewHold(actor, made);
  },
});

/** DELETE /v1/legal-holds/{legalHoldId}: what it held may be deleted again; the hold stays to be read. */
export const releaseHold = command({
  name: "retention.release",
  access: "admin",
  input: holdIdInput,
  output: legalHoldSchema,
  example: (given) => ({ legalHoldId: given.legalHoldId ?? "" }),
  async run({ actor, input, now, emit }) {
    const { companyId } = actor;
    await takeTurn(holdsTurn(companyId));
    const id = input.legalHoldId;
    const found = isId(id) ? await prisma.legalHold.findFirst({ where: { companyId, id } }) : undefined;
    if (!found) throw notFound("legal hold");
    if (found.releasedAt) throw new AppError("conflict", { message: "It was released already." });
    const data = { releasedAt: now, releasedBy: actor.name };
    const after = await prisma.legalHold.update({ where: { companyId_id: { companyId, id: found.id } }, data });
    // What was passed over meanwhile is looked at again.
    await prisma.retentionRule.updateMany({ where: { companyId }, data: { reachedId: null } });
    emit({ type: "retention/hold", data: { id: found.id, reason: found.reason, released: true } });
    return viewHold(actor, after);
  },
});

/** Two contacts have become one: what holds the one holds the other. */
export async function followMerge({ actor }: ListenerContext, { from, to }: ContactsMerged): Promise<void> {
  await moveHolds(actor.companyId, from, to);
}
