"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useDirectory } from "#components/conversations/data/directory.ts";
import { Combobox } from "#components/forms/combobox.tsx";
import { Field } from "#components/forms/field.tsx";
import { focusFirstFault } from "#components/forms/first-fault.ts";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { useUnsaved } from "#components/forms/use-unsaved.ts";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { type ContactStatus, contactStatuses } from "#server/core/words.ts";
import { useAssigneeOptions } from "./assignee-options.tsx";
import { type Faults, useFaultWords } from "./contact-faults.ts";
import { useChannelNames } from "./table/filter-options.tsx";

type CreateContactProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function CreateContact({ open, onOpenChange }: CreateContactProps) {
  const t = useTranslations("contacts.create");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} description={t("description")}>
      <CreateForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

type Draft = {
  name: string;
  email: string;
  phone: string;
  websiteId: string | undefined;
  status: ContactStatus;
  assignedTo: string;
  note: string;
};

const blank: Draft = { name: "", email: "", phone: "", websiteId: undefined, status: "new", assignedTo: "", note: "" };

/* Apart from the dialog, so that it starts afresh each time the dialog opens. */
function CreateForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations("contacts");
  const router = useRouter();
  const toast = useToast();
  const trpc = useTRPC();
  const { cache } = useLive();
  const faultWords = useFaultWords();
  const channels = useChannelNames();
  const holders = useAssigneeOptions(useDirectory());
  const [draft, setDraft] = useState(blank);
  useUnsaved(draft);
  const [faults, setFaults] = useState<Faults>({});
  const [refused, setRefused] = useState<string>();
  const websiteId = draft.websiteId ?? channels[0]?.id ?? "";
  const input = { ...draft, websiteId, entryMethod: "MANUAL" };
  const create = useMutation(
    trpc.contacts.create.mutationOptions({
      onSuccess: ({ id, duplicatedContact }) => {
        cache.refresh(cache.of("contacts.list"));
        if (duplicatedContact) toast.info(t("create.duplicated"), { description: t("create.duplicatedHint") });
        else toast.success(t("create.done"));
        onDone();
        router.push(`/contacts/${id}`);
      },
      onError: (error) => {
        const found = faultWords.ofRefusal(error);
        setFaults(found);
        focusFirstFault();
        setRefused(Object.keys(found).length > 0 ? undefined : faultWords.sentence(error));
      },
    }),
  );
  const change = <Name extends keyof Draft>(name: Name, value: Draft[Name]) => {
    setDraft((before) => ({ ...before, [name]: value }));
    setFaults((before) => ({ ...before, [name]: undefined }));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setRefused(undefined);
    const found = faultWords.ofCreation(input);
    setFaults(found);
    if (Object.keys(found).length === 0) create.mutate(input);
    else focusFirstFault(event.currentTarget);
  };
  return (
    <form className="contents" onSubmit={submit} noValidate>
      <DialogBody>
        <Field label={t("fields.name")} error={faults.name} required>
          <Input
            autoFocus
            value={draft.name}
            maxLength={255}
            autoComplete="off"
            onChange={(event) => change("name", event.target.value)}
          />
        </Field>
        <div className="grid grid-cols-2 gap-4 phone:grid-cols-1">
          <Field label={t("fields.email")} error={faults.email} optional>
            <Input
              type="email"
              value={draft.email}
              maxLength={254}
              autoComplete="off"
              onChange={(event) => change("email", event.target.value)}
            />
          </Field>
          <Field label={t("fields.phone")} error={faults.phone} optional>
            <Input
              type="tel"
              value={draft.phone}
              maxLength={32}
              autoComplete="off"
              onChange={(event) => change("phone", event.target.value)}
            />
          </Field>
          <Field label={t("fields.channel")} error={faults.websiteId} hint={t("create.channelHint")} required>
            <Select
              value={websiteId || undefined}
              onValueChange={(value) => change("websiteId", value)}
              options={channels.map(({ id, label, type }) => {
                return { value: id, label, icon: <ChannelIcon channel={type} decorative /> };
              })}
            />
          </Field>
          <Field label={t("fields.status")}>
            <Select
              value={draft.status}
              onValueChange={(value) => change("status", value)}
              options={contactStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
            />
          </Field>
        </div>
        <Field label={t("fields.assignedTo")} error={faults.assignedTo}>
          <Combobox
            label={t("fields.assignedTo")}
            options={holders}
            value={draft.assignedTo}
            onValueChange={(value) => change("assignedTo", value)}
          />
        </Field>
        <Field label={t("create.note")} error={faults.note} hint={t("notes.private")} optional>
          <Textarea
            dir="auto"
            rows={3}
            value={draft.note}
            maxLength={5000}
            onChange={(event) => change("note", event.target.value)}
          />
        </Field>
        {refused ? (
          <p role="alert" className="text-danger text-sm">
            {refused}
          </p>
        ) : null}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onDone} disabled={create.isPending}>
          {t("cancel")}
        </Button>
        <Button type="submit" variant="primary" loading={create.isPending}>
          {t("create.submit")}
        </Button>
      </DialogFooter>
    </form>
  );
}
