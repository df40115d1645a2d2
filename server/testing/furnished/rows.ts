import { cancelJob } from "#server/actions/bulk/managing.ts";
import { now } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { createContact } from "#server/contacts/creating.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Given } from "#server/core/operation.ts";
import { inTransaction } from "#server/db/pool.ts";
import { prisma } from "#server/db/prisma.ts";
import { startHistory } from "#server/imports/histories/starting.ts";
import { listIntegrations } from "#server/integrations/listing.ts";
import { mergeContacts } from "#server/merges/merging.ts";
import { addPasskey, beginPasskey } from "#server/sessions/passkeys/registering.ts";
import { takesPasskeys } from "#server/sessions/passkeys/relying-party.ts";
import { Authenticator } from "./authenticator.ts";

/** A contact that may be merged, and one that was. */
export async function furnishMerge(admin: Actor, websiteId: string, contactId: string) {
  const other = await createContact.execute(admin, { websiteId, name: "Other" });
  const gone = await createContact.execute(admin, { websiteId, name: "Gone" });
  const { merge } = await mergeContacts.execute(admin, { contactId, loserId: gone.id });
  return { otherContactId: other.id, mergeId: merge.id };
}

/** A question that waits for its answer; the conversation stays open. */
export async function furnishSurvey(
  { companyId }: Actor,
  about: { channelId: string; conversationId: string; messageId: string },
) {
  const at = now();
  const asked = { state: "asked" as const, closedAt: at, askAt: at, askedAt: at };
  const data = { companyId, id: newId(), ...about, ...asked };
  await inTransaction(companyId, () => prisma.csatResponse.create({ data }));
  return data.id;
}

/** A chat that waits to be imported, and a run that was stopped. */
async function furnishHistory(admin: Actor, websiteId: string): Promise<Given> {
  const past = { source: "whatsapp_chat", name: "Furnished", text: "31/12/23, 21:41 - Ana: Hello" } as const;
  const { id: historyJobId } = await startHistory.execute(admin, { ...past, websiteId });
  const chatwoot = { source: "chatwoot_api", name: "Stopped", address: "https://chat.example.com" } as const;
  const account = { accountId: "1", accessToken: "furnished", websiteId };
  const { id: endedHistoryId } = await startHistory.execute(admin, { ...chatwoot, ...account });
  await cancelJob.execute(admin, { jobId: endedHistoryId });
  return { historyJobId, endedHistoryId };
}

/** A legal hold on a conversation that is gone, so that it keeps nobody from deleting anything. */
async function furnishHold({ companyId, name }: Actor): Promise<Given> {
  const data = { companyId, id: newId(), conversationId: newId(), reason: "Furnished", createdBy: name };
  const made = await inTransaction(companyId, () => prisma.legalHold.create({ data }));
  return { legalHoldId: made.id };
}

/** The certificate of somebody who is gone. */
async function furnishErasure({ companyId, name }: Actor): Promise<Given> {
  const data = { companyId, id: newId(), contactId: newId(), requestedBy: name, finishedAt: now() };
  const made = await inTransaction(companyId, () => prisma.erasure.create({ data }));
  return { erasureId: made.id };
}

/** What is kept of the past: a hold, an erasure and two imports. */
export async function furnishRecords(admin: Actor, channelId: string): Promise<Given> {
  return {
    ...(await furnishHold(admin)),
    ...(await furnishErasure(admin)),
    ...(await furnishHistory(admin, channelId)),
  };
}

/** One that acts, and the one that is read. */
export async function givenIntegrations(admin: Actor): Promise<Given> {
  const found = await listIntegrations.execute(admin, {});
  return { integrationId: found[0]?.id ?? "", sheetsId: found.find(({ type }) => type === "sheets")?.id ?? "" };
}

/** What an integration is to do, taken by the process with the number 1. */
export async function furnishIntegrationRun(admin: Actor, conversationId: string) {
  const { companyId } = admin;
  const [integration] = await listIntegrations.execute(admin, {});
  const about = { integrationId: integration?.id ?? "", conversationId, cause: "lead" as const, about: conversationId };
  const data = { companyId, id: newId(), ...about, attempt: 1, leasedBy: 1, dueAt: new Date(Date.now() + 60_000) };
  await inTransaction(companyId, () => prisma.integrationRun.create({ data }));
  return data.id;
}

/** A passkey of the administrator, and the answer of a device that has made another one. */
export async function furnishPasskeys(admin: Actor): Promise<Given> {
  // Where the installation's address is a number, there are none.
  if (!takesPasskeys) return {};
  const device = new Authenticator();
  const begin = () => beginPasskey.execute(admin, {});
  const { passkey } = await addPasskey.execute(admin, { name: "Furnished", response: device.create(await begin()) });
  return { passkeyId: passkey.id, passkeyMade: JSON.stringify(device.create(await begin())) };
}
