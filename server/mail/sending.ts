import { z } from "zod";
import { hour, minute, now, second } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import { unseal } from "#server/base/secrets.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import type { Mail } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { claimDue } from "./access.sql.ts";
import type { Composed } from "./composing.ts";
import { deliver, type MailOutcome } from "./transport.ts";

/** How long after each failed try the next one is made; after the last it is given up. */
export const ladder = [10 * second, minute, 5 * minute, 20 * minute, hour, 3 * hour, 8 * hour] as const;

const atOnce = 20;

async function attempt({ id, recipient, content, expiresAt }: Mail, at: Date): Promise<MailOutcome> {
  if (expiresAt && expiresAt <= at) return { result: "refused", error: "It came too late to be of use." };
  let letter: Composed;
  try {
    letter = JSON.parse(unseal(content)) as Composed;
  } catch {
    return { result: "refused", error: "It was sealed with another NEXTAUTH_SECRET." };
  }
  return deliver(recipient, letter, id);
}

/** Stores what came of a try. Words and links go with the last one. */
async function settle({ companyId, id, kind, attempts }: Mail, outcome: MailOutcome, at: Date): Promise<void> {
  // It may have been forgotten while it was on its way.
  const where = { companyId, id };
  if (outcome.result === "sent") {
    await prisma.mail.updateMany({ where, data: { state: "sent", content: "", error: "", dueAt: null, sentAt: at } });
    return;
  }
  const { error } = outcome;
  const wait = outcome.result === "later" ? ladder[attempts - 1] : undefined;
  const about = { companyId, mailId: id, kind, attempts, reason: error };
  if (wait === undefined) {
    log.error(about, "a mail was given up");
    await prisma.mail.updateMany({ where, data: { state: "failed", content: "", error, dueAt: null } });
    return;
  }
  log.warn(about, "a mail could not be sent and is tried again");
  await prisma.mail.updateMany({ where, data: { error, dueAt: new Date(at.getTime() + wait) } });
}

async function sendNext({ companyId }: Actor): Promise<MailOutcome["result"] | undefined> {
  const mail = await claimDue(companyId);
  if (!mail) return undefined;
  const outcome = await attempt(mail, now());
  await settle(mail, outcome, now());
  return outcome.result;
}

/** Sends what is due, one after the other. A query, because no transaction may wait for another's server. */
export const sendDueMail = query({
  name: "mail.send",
  access: "system",
  input: z.object({}),
  output: z.object({ sent: z.int() }),
  example: () => ({}),
  async run({ actor }) {
    let sent = 0;
    for (let round = 0; round < atOnce; round += 1) {
      const result = await sendNext(actor);
      if (result === undefined) break;
      if (result === "sent") sent += 1;
    }
    return { sent };
  },
});
