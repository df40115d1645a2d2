"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { changeContact } from "#components/contacts/changing.ts";
import { Select } from "#components/forms/select.tsx";
import { failureOf, useTRPC, useTRPCClient } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Contact } from "#server/contacts/schema.ts";
import { contactStatuses } from "#server/core/words.ts";
import type { Directory } from "../data/directory.ts";
import type { InboxRow } from "../data/use-conversation-list.ts";
import { ContactClaim } from "./contact-claim.tsx";
import { ContactReach } from "./contact-reach.tsx";
import { CustomFields } from "./custom-fields.tsx";
import { DetailsSection } from "./details-section.tsx";
import { EditableField } from "./editable-field.tsx";
import { TagEditor } from "./tag-editor.tsx";

type ContactDetailsProps = {
  row: InboxRow;
  /** There is a contact, and not one that the visitor merely claims and this agent may not see. */
  shown: boolean;
  writes: boolean;
  directory: Directory;
};

/** The contact's fields, or what the visitor left where there is no contact yet. */
export function ContactDetails({ row, shown, writes, directory }: ContactDetailsProps) {
  const t = useTranslations("conversations.details");
  return (
    <DetailsSection id="contact" title={row.contactId ? t("contact") : t("visitor")} defaultOpen>
      {() => (
        <>
          {row.contactLink === "claimed" ? <ContactClaim row={row} writes={writes} sees={shown} /> : null}
          {shown ? (
            <ContactFields contactId={row.contactId} writes={writes} directory={directory} />
          ) : (
            <VisitorFields row={row} writes={writes} />
          )}
        </>
      )}
    </DetailsSection>
  );
}

function VisitorFields({ row, writes }: { row: InboxRow; writes: boolean }) {
  const t = useTranslations("conversations.details");
  const client = useTRPCClient();
  const conversationId = row.id;
  const put = (field: "visitorName" | "visitorEmail" | "visitorPhone") =>
    writes ? (value: string) => client.conversations.put.mutate({ conversationId, [field]: value }) : undefined;
  return (
    <>
      <dl className="grid gap-0.5">
        <EditableField label={t("name")} value={row.visitorName} onSave={put("visitorName")} />
        <EditableField label={t("email")} value={row.visitorEmail} onSave={put("visitorEmail")} type="email" />
        <EditableField
          label={t("phone")}
          value={row.visitorPhone}
          onSave={put("visitorPhone")}
          type="tel"
          maxLength={32}
        />
      </dl>
      {row.contactId ? null : <p className="pt-2 text-text-muted text-xs">{t("noContact")}</p>}
    </>
  );
}

type Changes = Partial<Pick<Contact, "name" | "email" | "phone" | "status" | "customFields">>;

/** Whether a conversation's contact can be shown: this agent may not be allowed to see one that is merely claimed. */
export function useShownContact(row: InboxRow | undefined): boolean {
  const trpc = useTRPC();
  const claimed = row?.contactLink === "claimed";
  const contactId = row?.contactId ?? "";
  const read = useQuery({ ...trpc.contacts.read.queryOptions({ contactId }), enabled: claimed && contactId !== "" });
  return contactId !== "" && (!claimed || read.data !== undefined);
}

/** Reads a contact and changes it; both wherever it is shown. */
export function useContact(contactId: string) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const contact = useQuery(trpc.contacts.read.queryOptions({ contactId }));
  const keep = (after: Contact) => queries.setQueryData(trpc.contacts.read.queryKey({ contactId }), after);
  return {
    contact,
    save: async (changes: Changes) => keep(await changeContact(client.contacts, contactId, changes, contact.data)),
    addTag: async (tag: string) => keep(await client.contacts.addTag.mutate({ contactId, tag })),
    removeTag: async (tag: string) => keep(await client.contacts.removeTag.mutate({ contactId, tag })),
  };
}

type ContactFieldsProps = { contactId: string; writes: boolean; directory: Directory };

function ContactFields({ contactId, writes, directory }: ContactFieldsProps) {
  const t = useTranslations("conversations.details");
  const tFailed = useTranslations("conversations.failed");
  const toast = useToast();
  const { contact, save, addTag, removeTag } = useContact(contactId);
  const { data } = contact;
  if (!data) {
    return contact.error ? <Failed onRetry={() => void contact.refetch()} /> : <ContactSkeleton />;
  }
  const put = (field: "name" | "email" | "phone") => (writes ? (value: string) => save({ [field]: value }) : undefined);
  const tell = (work: Promise<unknown>) =>
    void work.catch((error: unknown) =>
      toast.error(tFailed("title"), { description: failureOf(error).message || tFailed("change") }),
    );
  const holder = data.assignedTo ? (directory.user(data.assignedTo) ?? "") : "";
  return (
    <div className="grid gap-2">
      <dl className="grid gap-0.5">
        <EditableField label={t("name")} value={data.name} onSave={put("name")} required />
        <EditableField label={t("email")} value={data.email} onSave={put("email")} type="email" maxLength={254} />
        <EditableField label={t("phone")} value={data.phone} onSave={put("phone")} type="tel" maxLength={32} />
        <div className="grid grid-cols-[5.5rem_1fr] items-center gap-x-2 text-sm">
          <dt className="truncate text-text-muted text-xs">{t("status")}</dt>
          <dd>
            <Select
              size="sm"
              aria-label={t("status")}
              disabled={!writes}
              value={data.status}
              options={contactStatuses.map((status) => ({ value: status, label: t(`statuses.${status}`) }))}
              onValueChange={(status) => tell(save({ status }))}
            />
          </dd>
        </div>
        {holder ? <EditableField label={t("assignedTo")} value={holder} /> : null}
        <ContactReach contactId={contactId} writes={writes} />
      </dl>
      <TagEditor
        label={t("contactTags")}
        tags={data.tags}
        known={directory.tags}
        disabled={!writes}
        onAdd={(tag) => tell(addTag(tag))}
        onRemove={(tag) => tell(removeTag(tag))}
      />
      <CustomFields
        entity="contact"
        title={t("fields")}
        fields={data.customFields}
        onSave={writes ? (customFields) => save({ customFields }) : undefined}
      />
      <Button variant="ghost" size="sm" asChild className="justify-self-start px-1.5">
        <Link href={`/contacts/${encodeURIComponent(contactId)}`}>
          <ExternalLink aria-hidden />
          {t("openContact")}
        </Link>
      </Button>
    </div>
  );
}

export function Failed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations("conversations.details");
  return (
    <p role="alert" className="flex items-center gap-2 text-sm text-text-muted">
      {t("failed")}
      <Button variant="link" size="sm" onClick={onRetry}>
        {t("retry")}
      </Button>
    </p>
  );
}

/** As tall as a contact: what stands below does not move away when it comes. */
function ContactSkeleton() {
  return (
    <div className="grid min-h-95 content-start gap-3 py-1">
      <FieldsSkeleton />
      <FieldsSkeleton />
      <FieldsSkeleton />
    </div>
  );
}

export function FieldsSkeleton() {
  return (
    <div className="grid gap-3 py-1">
      <Skeleton className="w-4/5" />
      <Skeleton className="w-3/5" />
      <Skeleton className="w-2/3" />
    </div>
  );
}
