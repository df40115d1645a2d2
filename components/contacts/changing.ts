import { type Api, failureOf } from "#components/live/api.ts";
import type { Contact } from "#server/contacts/schema.ts";

type Values = Readonly<Record<string, unknown>>;

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Whether some of `patch` has been given other values than `held` had; custom fields are compared key by key. */
export function isOvertaken({ customFields = {}, ...patch }: Values, held: Contact, now: Contact): boolean {
  const changed = (own: Values, before: Values, after: Values) =>
    Object.keys(own).some((key) => !same(before[key], after[key]) && !same(own[key], after[key]));
  return changed(patch, held, now) || changed(customFields as Values, held.customFields, now.customFields);
}

/**
 * Changes a contact as it was `held` by the screen. What others have changed elsewhere in it does not matter; what they
 * have changed of the same is not written over unseen: that is refused with `precondition_failed`.
 */
export async function changeContact(
  client: Api["contacts"],
  contactId: string,
  patch: Omit<Parameters<Api["contacts"]["update"]["mutate"]>[0], "contactId">,
  held: Contact | undefined,
): Promise<Contact> {
  try {
    return await client.update.mutate({ contactId, ...patch, ...(held ? { ifMatch: held.updatedAt } : {}) });
  } catch (error) {
    if (!held || failureOf(error).code !== "precondition_failed") throw error;
    const now = await client.read.query({ contactId });
    if (isOvertaken(patch, held, now)) throw error;
    return changeContact(client, contactId, patch, now);
  }
}
