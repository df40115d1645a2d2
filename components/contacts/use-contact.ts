"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { failureOf, useTRPC, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { isRecord } from "#components/live/records.ts";
import { CallError } from "#components/live/trpc/call-error.ts";
import { useToast } from "#components/ui/toast.tsx";
import type { Contact } from "#server/contacts/schema.ts";
import { changeContact } from "./changing.ts";
import { useFaultWords } from "./contact-faults.ts";

/** One contact, live; `gone` once it is deleted or no longer visible. */
export function useContact(contactId: string) {
  const trpc = useTRPC();
  const read = useQuery(trpc.contacts.read.queryOptions({ contactId }));
  const gone = read.error !== null && failureOf(read.error).code === "not_found";
  return { ...read, gone, mergedInto: winnerOf(read.error) };
}

/** The contact that this one was merged into; undefined: it was not, or is not to be seen. */
function winnerOf(error: unknown): string | undefined {
  const data: unknown = error instanceof CallError ? error.data : undefined;
  const extra = isRecord(data) ? data.extra : undefined;
  return isRecord(extra) && typeof extra.mergedInto === "string" ? extra.mergedInto : undefined;
}

export type ContactPatch = Partial<
  Pick<Contact, "name" | "email" | "phone" | "status" | "subStatus" | "assignedTo" | "rating">
> & { customFields?: Record<string, unknown> };

export type ContactActions = {
  /** Shown at once and taken back when the service refuses; rejects with the words for the field. */
  save: (patch: ContactPatch) => Promise<void>;
  addTag: (tag: string) => void;
  removeTag: (tag: string) => void;
};

/** Custom fields are merged key by key, null removes one: as the service does it. */
function patched(contact: Contact, { customFields, ...patch }: ContactPatch): Contact {
  const custom = Object.entries({ ...contact.customFields, ...customFields }).filter(([, value]) => value !== null);
  return { ...contact, ...patch, customFields: Object.fromEntries(custom) };
}

export class RefusedChange extends Error {}

export function useContactActions(contactId: string): ContactActions {
  const t = useTranslations("contacts");
  const toast = useToast();
  const trpc = useTRPC();
  const client = useTRPCClient().contacts;
  const { cache } = useLive();
  const words = useFaultWords();
  return useMemo(() => {
    const key = trpc.contacts.read.queryKey({ contactId });
    type Call = (held: Contact | undefined) => Promise<Contact>;
    const run = async (change: (contact: Contact) => Contact, call: Call) => {
      await cache.client.cancelQueries({ queryKey: key });
      const before = cache.client.getQueryData(key);
      cache.client.setQueryData(key, (contact) => (contact ? change(contact) : contact));
      try {
        const after = await call(before);
        cache.client.setQueryData(key, after);
        cache.refresh(cache.of("contacts.history"));
        cache.refresh(cache.of("contacts.list"));
      } catch (error) {
        cache.client.setQueryData(key, before);
        // What is held may be older than the refusal: an event was not awaited, or the contact is another's now.
        cache.refresh(cache.of("contacts.read").filter(({ input }) => input.contactId === contactId));
        throw new RefusedChange(words.sentence(error));
      }
    };
    const tell = (error: unknown) =>
      toast.error(t("failed"), error instanceof RefusedChange ? { description: error.message } : {});
    const sameTag = (tag: string) => (other: string) => other.toLowerCase() === tag.toLowerCase();
    return {
      save: (patch) =>
        run(
          (contact) => patched(contact, patch),
          (held) => changeContact(client, contactId, patch, held),
        ),
      addTag: (tag) => {
        const add = (contact: Contact) =>
          contact.tags.some(sameTag(tag)) ? contact : { ...contact, tags: [...contact.tags, tag] };
        run(add, () => client.addTag.mutate({ contactId, tag })).catch(tell);
      },
      removeTag: (tag) => {
        const drop = (contact: Contact) => ({ ...contact, tags: contact.tags.filter((one) => !sameTag(tag)(one)) });
        run(drop, () => client.removeTag.mutate({ contactId, tag })).catch(tell);
      },
    };
  }, [cache, client, contactId, t, toast, trpc, words]);
}
