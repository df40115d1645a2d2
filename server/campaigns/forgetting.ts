import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import { csvOptions, delimiterOf, withoutHint } from "#server/base/csv.ts";
import { Likeness } from "#server/contacts/identity/likeness.ts";
import { matchingSettings } from "#server/contacts/settings.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import {
  claimRecipients,
  countUnsent,
  forgetName,
  forgetText,
  refuseUnsent,
} from "#server/templates/messages/forgetting.sql.ts";
import { refusalOf } from "#server/templates/targeting.ts";
import { campaignsListing, stillSends } from "./access.sql.ts";

/** The file without its lines that name somebody. Its header stays, so that it is still one. */
function without(file: string, gone: Likeness): string {
  const { text, delimiter = delimiterOf(text) } = withoutHint(file);
  const [header = [], ...lines] = parse(text, { ...csvOptions, delimiter }) as string[][];
  const kept = lines.filter((cells) => !cells.some((cell) => gone.has(cell)));
  return kept.length === lines.length ? file : stringify([header, ...kept], { delimiter });
}

/**
 * Takes a deleted contact out of the files that campaigns were made with: a copy of one writes to all who stand in it.
 * Messages that were sent by such a file are theirs too, though nobody knew it.
 */
export const forgetListed = command({
  name: "campaigns.forgetListed",
  access: "system",
  input: z.object({ contactId: z.uuid(), email: z.string(), phone: z.string() }),
  output: z.object({ changed: z.int() }),
  example: (given) => ({ contactId: given.emptyPhaseId ?? "", email: "", phone: "" }),
  async run({ actor, input: { contactId, email, phone } }) {
    const { companyId } = actor;
    const { country } = await matchingSettings(actor);
    const gone = new Likeness([{ name: "", email, phone }], country);
    await claimRecipients(companyId, contactId, gone.phones);
    let changed = 0;
    for (const { id, audience } of await campaignsListing(companyId, gone.words, gone.tails)) {
      if (audience.type !== "csv") continue;
      const text = without(audience.text, gone);
      if (text === audience.text) continue;
      await prisma.campaign.updateMany({ where: { companyId, id }, data: { audience: { ...audience, text } } });
      changed += 1;
    }
    return { changed };
  },
});

/**
 * Removes number, name and text of a deleted contact or conversation from template messages; results stay. Counts the
 * messages that have not left yet, so that the caller comes back for them; the last time they do not leave any more.
 */
export const forgetRecipient = command({
  name: "campaigns.forgetRecipient",
  access: "system",
  input: z.object({ kind: z.enum(["contact", "conversation"]), id: z.uuid(), last: z.boolean().default(false) }),
  output: z.object({ pending: z.int() }),
  example: (given) => ({ kind: "contact" as const, id: given.emptyPhaseId ?? "" }),
  async run({ actor, input: { kind, id, last } }) {
    const person = { kind, id, companyId: actor.companyId, stillSends };
    if (last) await refuseUnsent(person, refusalOf("contact_not_found"));
    await forgetText(person);
    await forgetName(person);
    return { pending: await countUnsent(person) };
  },
});
