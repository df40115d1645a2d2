import { AppError } from "#server/base/errors.ts";
import { systemActor } from "#server/core/actor.ts";
import { maskValue } from "#server/core/masking.ts";
import type { Mask } from "#server/core/permissions.ts";
import { masksOf } from "#server/core/rights.ts";
import { inCompany, inTransaction } from "#server/db/pool.ts";
import type { MailLocale } from "#server/mail/choices.ts";
import type { Detail } from "#server/mail/composing.ts";
import { linkInto } from "#server/mail/links.ts";
import { queueMail, sendsMail } from "#server/mail/queueing.ts";
import { mailLocale } from "#server/mail/words.ts";
import { actingUser, readableUser, type UserRow } from "#server/users/access.ts";
import type { Lacking } from "../choices.ts";
import type { Act, Acting } from "./act.ts";
import type { Dossier } from "./dossier.ts";
import { ActFailure } from "./failing.ts";

const mostPeople = 20;
/** So many of the latest messages are told. */
const mostMessages = 30;

const peopleIn = (config: Acting["config"]): string[] => {
  const given = Array.isArray(config.people) ? config.people : [];
  return [...new Set(given.filter((id) => typeof id === "string"))].slice(0, mostPeople);
};

function lacks(config: Acting["config"]): Lacking[] {
  return [...(peopleIn(config).length === 0 ? (["people"] as const) : []), ...(sendsMail() ? [] : (["mail"] as const))];
}

type Recipient = UserRow & { masks: readonly Mask[] };

/** Those of the chosen who are of the team still, and what is hidden from each. */
async function recipientsOf({ companyId, config }: Acting): Promise<Recipient[]> {
  const found: Recipient[] = [];
  for (const id of peopleIn(config)) {
    const user = await inCompany(companyId, () => readableUser(systemActor(companyId), id)).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    });
    const reader = user?.active ? await inCompany(companyId, () => actingUser(companyId, id)) : undefined;
    if (user && reader) found.push({ ...user, masks: masksOf(reader) });
  }
  return found;
}

/** What is known, one line each; nothing of what is empty. */
function detailsOf(dossier: Dossier, locale: MailLocale): Detail[] {
  const { contact, conversation, phase, currency, attribution, messages } = dossier;
  const inWords = new Intl.NumberFormat(locale);
  const amount = conversation.amount === null ? "" : `${inWords.format(conversation.amount)} ${currency}`;
  const source = [attribution.utmSource, attribution.utmMedium, attribution.utmCampaign].filter(Boolean).join(" / ");
  const known: Detail[] = [
    { label: "name", text: contact?.name || conversation.visitorName },
    { label: "email", text: contact?.email || conversation.visitorEmail },
    { label: "phone", text: contact?.phone || conversation.visitorPhone },
    { label: "phase", text: phase.name },
    { label: "amount", text: amount },
    { label: "source", text: source || attribution.url },
  ];
  const said = messages.slice(-mostMessages).map(({ userName, fromType, text, type }) => {
    const label = fromType === "visitor" ? "visitor" : fromType === "robot" ? "bot" : { name: userName };
    return { label, text: text || `[${type}]` } as const;
  });
  return [...known, ...said].filter(({ text }) => text !== "");
}

/** Type `email`: the conversation as a readable mail to people of the team, once to each for a cause. */
export const emailAct: Act = {
  lacks,
  async run(acting) {
    const { companyId, runId, cause, at, dossier, caller } = acting;
    const people = await recipientsOf(acting);
    if (people.length === 0) throw new ActFailure("not_ready", "None of the people chosen is on the team any more.");
    const { conversation, company, test } = dossier;
    const link = linkInto(companyId, test ? "/settings/integrations" : `/inbox/${conversation.id}?view=all`);
    const kind = `conversation_${cause}` as const;
    await inTransaction(companyId, async () => {
      for (const { id, email: to, preferences, masks } of people) {
        const shown = maskValue(dossier, masks);
        const who = shown.contact?.name || shown.conversation.visitorName || shown.conversation.visitorEmail || "?";
        const locale = mailLocale(preferences, company.locale);
        const details = detailsOf(shown, locale);
        const context = { actor: { companyId }, now: at };
        const letter = { kind, link, values: { company: company.name, who }, details, locale };
        await queueMail(context, { ...letter, to, cause: `integration:${conversation.id}:${runId}:${id}` });
        caller.note({ method: "MAIL", url: `mailto:${to}`, body: details.map((one) => one.text).join("\n") });
      }
    });
  },
};
