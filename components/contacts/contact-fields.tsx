"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type Directory, useDirectory } from "#components/conversations/data/directory.ts";
import { TagEditor } from "#components/conversations/details/tag-editor.tsx";
import { Combobox } from "#components/forms/combobox.tsx";
import { Select } from "#components/forms/select.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Contact } from "#server/contacts/schema.ts";
import { contactStatuses } from "#server/core/words.ts";
import { useAssigneeOptions } from "./assignee-options.tsx";
import { ContactAttribution } from "./contact-attribution.tsx";
import { useFaultWords } from "./contact-faults.ts";
import { CustomFields } from "./custom-fields.tsx";
import { InlineField } from "./inline-field.tsx";
import { RatingInput } from "./rating-input.tsx";
import { Section } from "./section.tsx";
import type { ContactActions, ContactPatch } from "./use-contact.ts";

type ContactPartProps = { contact: Contact; actions: ContactActions; mayWrite: boolean };
type ContactFieldsProps = ContactPartProps & { tasks: ReactNode; ratings: ReactNode };

/** Everything known of a contact, each thing changed where it stands. */
export function ContactFields({ contact, actions, mayWrite, tasks, ratings }: ContactFieldsProps) {
  const t = useTranslations("contacts");
  const words = useFaultWords();
  const directory = useDirectory();
  const text = (field: "name" | "email" | "phone" | "externalId" | "subStatus") => ({
    label: t(`fields.${field}`),
    value: contact[field],
    onSave: mayWrite ? (value: string) => actions.save({ [field]: value }) : undefined,
    faultOf: (value: string) => words.ofChange({ [field]: value }),
  });
  return (
    <>
      <Section title={t("sections.contact")}>
        <InlineField {...text("name")} maxLength={255} />
        <InlineField {...text("email")} type="email" maxLength={254} />
        <InlineField {...text("phone")} type="tel" maxLength={32} />
        {/* Given by other systems: where they have given none, its place would only be in the way. */}
        {contact.externalId ? <InlineField {...text("externalId")} maxLength={255} /> : null}
        <Choices contact={contact} actions={actions} mayWrite={mayWrite} directory={directory} />
        <InlineField {...text("subStatus")} maxLength={64} />
      </Section>
      {tasks}
      {ratings}
      <Section title={t("sections.tags")}>
        {/* The first thing in the row stands at the section's edge, also when it is a quiet button. */}
        <div className={contact.tags.length === 0 ? "-ml-1.5" : undefined}>
          <TagEditor
            label={t("sections.tags")}
            tags={contact.tags}
            known={directory.tags}
            disabled={!mayWrite}
            onAdd={actions.addTag}
            onRemove={actions.removeTag}
          />
        </div>
        {contact.tags.length === 0 && !mayWrite ? <p className="text-sm text-text-muted">{t("noTags")}</p> : null}
      </Section>
      <Section title={t("sections.custom")}>
        <CustomFields
          fields={contact.customFields}
          onSave={mayWrite ? (customFields) => actions.save({ customFields }) : undefined}
        />
      </Section>
      <Section title={t("sections.attribution")}>
        <ContactAttribution contact={contact} />
      </Section>
    </>
  );
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid min-h-8 grid-cols-[7rem_minmax(0,1fr)] items-center gap-2 touch:min-h-11">
      <span className="text-text-muted text-xs">{label}</span>
      {children}
    </div>
  );
}

/** Status, holder and stars: chosen, not typed. */
function Choices({ contact, actions, mayWrite, directory }: ContactPartProps & { directory: Directory }) {
  const t = useTranslations("contacts");
  const toast = useToast();
  const holders = useAssigneeOptions(directory, contact.assignedTo ?? "");
  const holder = contact.assignedTo ? (directory.user(contact.assignedTo) ?? t("formerColleague")) : t("nobody");
  const save = (patch: ContactPatch) =>
    void actions.save(patch).catch((error: Error) => toast.error(t("failed"), { description: error.message }));
  const quiet = "-mx-2.5 w-auto border-transparent bg-transparent hover:bg-text/5";
  return (
    <>
      <Row label={t("fields.status")}>
        {mayWrite ? (
          <Select
            aria-label={t("fields.status")}
            value={contact.status}
            onValueChange={(status) => save({ status })}
            options={contactStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
            className={quiet}
          />
        ) : (
          <span className="text-sm">{t(`statuses.${contact.status}`)}</span>
        )}
      </Row>
      <Row label={t("fields.assignedTo")}>
        {mayWrite ? (
          <Combobox
            label={t("fields.assignedTo")}
            options={holders}
            value={contact.assignedTo ?? ""}
            onValueChange={(value) => save({ assignedTo: value || null })}
            className={quiet}
          />
        ) : (
          <span className="flex items-center gap-2 text-sm">
            {contact.assignedTo ? <Avatar id={contact.assignedTo} name={holder} size="sm" decorative /> : null}
            {holder}
          </span>
        )}
      </Row>
      <Row label={t("fields.rating")}>
        <RatingInput value={contact.rating} disabled={!mayWrite} onChange={(rating) => save({ rating })} />
      </Row>
    </>
  );
}
