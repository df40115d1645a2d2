"use client";

import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useDeferredValue, useState } from "react";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { useContactName } from "#components/contacts/contact-name.ts";
import { Combobox } from "#components/forms/combobox.tsx";
import { Field } from "#components/forms/field.tsx";
import { focusFirstFault } from "#components/forms/first-fault.ts";
import { Input } from "#components/forms/input.tsx";
import { RadioGroup } from "#components/forms/radio-group.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { useUnsaved } from "#components/forms/use-unsaved.ts";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { maxReason } from "#server/retention/choices.ts";

const subjects = ["person", "conversation", "everything"] as const;
type Subject = (typeof subjects)[number];
type Draft = { subject: Subject; contactId: string | undefined; link: string; reason: string };

/** The id in an address of the inbox, or the id itself. */
export function conversationIn(text: string): string {
  return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(text)?.[0] ?? "";
}

export function HoldForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations("retention.holds.form");
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={t("title")} description={t("description")}>
      {open ? <Form onClose={onClose} /> : null}
    </Dialog>
  );
}

function Form({ onClose }: { onClose: () => void }) {
  const t = useTranslations("retention.holds.form");
  const trpc = useTRPC();
  const toast = useToast();
  const refusals = useRefusals();
  const { cache } = useLive();
  const [draft, setDraft] = useState<Draft>({ subject: "person", contactId: undefined, link: "", reason: "" });
  useUnsaved(draft);
  const [refusal, setRefusal] = useState(noRefusal);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const hold = useMutation(
    trpc.retention.hold.mutationOptions({
      onSuccess: () => {
        cache.refresh(cache.of("retention"));
        toast.success(t("saved"));
        onClose();
      },
      onError: (error) => {
        if (failureOf(error).code === "already_exists") setRefusal({ fields: {}, sentence: t("exists") });
        else setRefusal(refusals.of(error, draft));
      },
    }),
  );
  const faults = {
    contactId: draft.subject === "person" && !draft.contactId ? t("choose") : undefined,
    link: draft.subject === "conversation" && !conversationIn(draft.link) ? t("linkWrong") : undefined,
    reason: draft.reason.trim() === "" ? t("reasonMissing") : undefined,
  };
  const [tried, setTried] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    setRefusal(noRefusal);
    if (Object.values(faults).some(Boolean)) return focusFirstFault(event.currentTarget);
    const { subject, contactId, link, reason } = draft;
    hold.mutate({
      reason: reason.trim(),
      ...(subject === "person" && contactId ? { contactId } : {}),
      ...(subject === "conversation" ? { conversationId: conversationIn(link) } : {}),
    });
  };
  const shown = tried ? faults : { contactId: undefined, link: undefined, reason: undefined };
  return (
    <form noValidate className="contents" onSubmit={submit}>
      <DialogBody>
        <Field label={t("what")}>
          <RadioGroup
            value={draft.subject}
            onValueChange={(value) => change({ subject: subjects.find((one) => one === value) ?? "person" })}
            options={subjects.map((value) => ({ value, label: t(`subjects.${value}`) }))}
          />
        </Field>
        {draft.subject === "person" ? (
          <PersonField
            value={draft.contactId}
            error={shown.contactId ?? refusal.fields.contactId}
            onChange={(contactId) => change({ contactId })}
          />
        ) : null}
        {draft.subject === "conversation" ? (
          <Field label={t("link")} hint={t("linkHint")} error={shown.link ?? refusal.fields.conversationId} required>
            <Input value={draft.link} autoComplete="off" onChange={(event) => change({ link: event.target.value })} />
          </Field>
        ) : null}
        <Field label={t("reason")} hint={t("reasonHint")} error={shown.reason ?? refusal.fields.reason} required>
          <Textarea
            value={draft.reason}
            maxLength={maxReason}
            onChange={(event) => change({ reason: event.target.value })}
          />
        </Field>
        <p role="alert" className="text-danger text-sm empty:hidden">
          {refusal.sentence}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{t("cancel")}</Button>
        <Button type="submit" variant="primary" loading={hold.isPending}>
          {t("save")}
        </Button>
      </DialogFooter>
    </form>
  );
}

type PersonFieldProps = { value: string | undefined; error: string | undefined; onChange: (id: string) => void };

function PersonField({ value, error, onChange }: PersonFieldProps) {
  const t = useTranslations("retention.holds.form");
  const trpc = useTRPC();
  const nameOf = useContactName();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim().slice(0, 200));
  const asked = trpc.contacts.list.queryOptions({ limit: 8, ...(search ? { search } : {}) });
  const found = useQuery({ ...asked, placeholderData: keepPreviousData });
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  const listed = (found.data?.data ?? []).map((contact) => ({
    value: contact.id,
    label: nameOf(contact),
    hint: contact.email || contact.phone,
  }));
  const options = chosen && !listed.some((one) => one.value === chosen.value) ? [chosen, ...listed] : listed;
  return (
    <Field label={t("contact")} error={error} required>
      <Combobox
        label={t("contact")}
        placeholder={t("contactHint")}
        options={options}
        value={value}
        onValueChange={(id) => {
          const option = options.find((one) => one.value === id);
          setChosen(option && { value: id, label: option.label });
          onChange(id);
        }}
        onQueryChange={setTyped}
        loading={found.isFetching}
        emptyText={t("nobody")}
      />
    </Field>
  );
}
