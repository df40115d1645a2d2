import { z } from "zod";
import { notFound } from "#server/base/errors.ts";
import { isId, newId } from "#server/base/ids.ts";
import { lockContact } from "#server/contacts/access.sql.ts";
import { deleteContact } from "#server/contacts/deleting.ts";
import { mergedInto } from "#server/contacts/merged/merged.sql.ts";
import { holdConversationsOfPerson } from "#server/conversations/access.sql.ts";
import { deleteConversation } from "#server/conversations/deleting.ts";
import { leaveLinksTo } from "#server/conversations/writing.sql.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { requireProof } from "#server/sessions/access.ts";
import { countOfPerson, takeFromWaiting } from "./person.sql.ts";
import { erasePersonInput, erasureSchema } from "./schema.ts";

/**
 * POST /v1/contacts/{contactId}/erase: the contact and all of their conversations go at once, in one transaction; what
 * was told of them follows in jobs, and the certificate says when nothing is left.
 */
export const erasePerson = command({
  name: "erasures.erase",
  access: "admin",
  input: erasePersonInput,
  output: erasureSchema,
  example: (given) => ({ contactId: given.contactId ?? "" }),
  async run(context) {
    const { actor, input, now, emit } = context;
    if (!isId(input.contactId)) throw notFound("contact");
    await requireProof(context);
    const { companyId } = actor;
    const person = { companyId, contactId: input.contactId.toLowerCase() };
    // Conversations before their contact, and once more: from the contact's lock on, no more are linked to it.
    await holdConversationsOfPerson(companyId, person.contactId);
    const { id: contactId } = await lockContact(actor, person.contactId);
    const ids = await holdConversationsOfPerson(companyId, person.contactId);
    const merged = await mergedInto(actor, [contactId]);
    const counts = await countOfPerson(person, ids);
    await leaveLinksTo(contactId);
    for (const conversationId of ids) await deleteConversation.execute(actor, { conversationId });
    await deleteContact.execute(actor, { contactId });
    const made = await prisma.erasure.create({
      data: {
        companyId,
        id: newId(),
        contactId,
        requestedBy: actor.name,
        requestedAt: now,
        conversations: ids.length,
        ...counts,
        waitingFor: [contactId, ...merged, ...ids],
      },
    });
    emit({ type: "erasure/changed", data: { id: made.id } });
    return made;
  },
});

/** Nothing speaks of this deleted record any more; with the last of a person's, their certificate is finished. */
export const noteErased = command({
  name: "erasures.noteErased",
  access: "system",
  input: z.object({ recordId: z.uuid(), events: z.int() }),
  output: z.object({ finished: z.int() }),
  example: (given) => ({ recordId: given.emptyPhaseId ?? "", events: 0 }),
  async run({ actor: { companyId }, input: { recordId, events }, now, emit }) {
    const open = await prisma.erasure.findMany({
      where: { companyId, finishedAt: null, waitingFor: { has: recordId } },
      select: { id: true },
    });
    let finished = 0;
    for (const { id } of open) {
      const left = await takeFromWaiting({ companyId, id, recordId, events });
      if (left !== 0) continue;
      await prisma.erasure.update({ where: { companyId_id: { companyId, id } }, data: { finishedAt: now } });
      emit({ type: "erasure/changed", data: { id, finished: true } });
      finished += 1;
    }
    return { finished };
  },
});
