import { systemActor } from "#server/core/actor.ts";
import { inCompany } from "#server/db/pool.ts";
import { prisma } from "#server/db/prisma.ts";
import { type Lacking, providers } from "../choices.ts";
import { keepLinks } from "../runs/linking.ts";
import type { Act, Acting } from "./act.ts";
import { at, isRecord } from "./answers.ts";
import type { Crm, Deal, Kept, Person } from "./crm-words.ts";
import type { Dossier } from "./dossier.ts";
import { nothingToDo } from "./failing.ts";
import { hubspot } from "./hubspot.ts";
import { pipedrive } from "./pipedrive.ts";
import { textIn } from "./settings.ts";

const crms: Readonly<Record<(typeof providers)[number], Crm>> = { hubspot, pipedrive };

const providerOf = (config: Acting["config"]) => providers.find((one) => one === config.provider);

/** `theirs = ours`, one a line; undefined where a line is none. */
function mappingIn(config: Acting["config"]): [string, string][] | undefined {
  const lines = textIn(config, "mapping")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const pairs = lines.map((line) => /^([A-Za-z0-9_]{1,100})\s*=\s*([\p{L}\p{N}_.$ -]{1,200})$/u.exec(line));
  if (pairs.length > 50 || pairs.includes(null)) return undefined;
  return pairs.flatMap((pair) => (pair ? [[pair[1] ?? "", pair[2] ?? ""] as [string, string]] : []));
}

/** What may be mapped: fields of the contact by their names, others behind `conversation.` and `attribution.`. */
function mappedValue({ contact, conversation, attribution, phase }: Dossier, path: string): string {
  const whole = { ...contact, contact, conversation, attribution, phase };
  const [first = "", ...rest] = path.split(".");
  // Custom fields have names with dots in them too.
  const value =
    first === "customFields"
      ? isRecord(contact?.customFields)
        ? contact.customFields[rest.join(".")]
        : undefined
      : at(whole, first, ...rest);
  if (Array.isArray(value)) return value.filter((one) => typeof one === "string").join(", ");
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function personOf({ config, dossier }: Acting): Person {
  const { contact, conversation } = dossier;
  const mapped = (mappingIn(config) ?? []).map(([theirs, ours]) => [theirs, mappedValue(dossier, ours)]);
  return {
    name: contact?.name || conversation.visitorName,
    email: contact ? contact.email : conversation.visitorEmail,
    phone: contact ? contact.phone : conversation.visitorPhone,
    sure: contact !== null,
    further: Object.fromEntries(mapped.filter(([, value]) => value !== "")) as Record<string, string>,
  };
}

function dealOf({ dossier: { conversation, phase, currency } }: Acting, { name, email, phone }: Person): Deal {
  const standing = phase.type === "success" ? "won" : phase.type === "lost" ? "lost" : "open";
  const title = `${name || email || phone} (${conversation.id.slice(-12)})`;
  return { title, amount: conversation.amount, currency, standing };
}

async function knownIds({ companyId, integrationId, dossier }: Acting, provider: string): Promise<Kept> {
  const [contactId, conversationId] = [dossier.contact?.id, dossier.conversation.id];
  const found = await inCompany(companyId, () =>
    prisma.integrationLink.findMany({
      where: {
        companyId,
        integrationId,
        provider,
        localId: { in: [contactId, conversationId].filter((id) => id !== undefined) },
      },
    }),
  );
  const [contact, deal] = [contactId, conversationId].map((id) => found.find(({ localId }) => localId === id));
  return { contact: contact && { id: contact.remoteId, made: contact.made }, deal: deal?.remoteId };
}

function lacks(config: Acting["config"]): Lacking[] {
  return [
    ...(providerOf(config) ? [] : (["provider"] as const)),
    ...(textIn(config, "accessToken") ? [] : (["accessToken"] as const)),
    ...(mappingIn(config) ? [] : (["mapping"] as const)),
  ];
}

/**
 * Type `crm`: a contact and a deal at HubSpot or Pipedrive. Ids of what was saved are kept, people are found by email and
 * phone, and a try after the first looks for the deal by its title: so that nothing is there twice. Who is found there is
 * completed, not overwritten; for a claim only the deal is added to them.
 */
export const crmAct: Act = {
  lacks,
  async run(acting) {
    const { companyId, integrationId, cause, config, dossier } = acting;
    const provider = providerOf(config) ?? providers[0];
    const crm = crms[provider];
    if (cause === "test") return crm.test(acting);
    const person = personOf(acting);
    const known = await knownIds(acting, provider);
    const nameless = person.name === "" && person.email === "" && person.phone === "";
    if (nameless) throw nothingToDo("Nothing is known of the visitor.");
    // A close is told of what is there, and of leads.
    if (cause === "closed" && !known.deal && dossier.conversation.isLead !== true)
      throw nothingToDo("It was closed, and is no lead.");
    const saved = await crm.save(acting, { person, deal: dealOf(acting, person), known });
    const links = [
      { localId: dossier.contact?.id, remoteId: saved.contact?.id, made: saved.contact?.made === true },
      { localId: dossier.conversation.id, remoteId: saved.deal, made: true },
    ];
    await keepLinks.execute(systemActor(companyId), { integrationId, provider, links });
  },
};
