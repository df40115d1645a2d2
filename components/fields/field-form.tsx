"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalNote } from "#components/companies/refusal-note.tsx";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { useUnsavedChanges } from "#components/forms/use-unsaved.ts";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useUnclashed } from "#components/settings/unclashed.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { fieldEntities, fieldTypes } from "#server/fields/choices.ts";
import type { CustomField } from "#server/fields/schema.ts";

/** `new`, the field to change, or nothing. */
export type EditedField = CustomField | "new" | undefined;

export function FieldForm({ edited, onClose }: { edited: EditedField; onClose: () => void }) {
  const t = useTranslations("fields.form");
  return (
    <Dialog
      size="sm"
      open={edited !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={edited === "new" ? t("createTitle") : t("editTitle")}
    >
      {edited ? <Form field={edited === "new" ? undefined : edited} onClose={onClose} /> : null}
    </Dialog>
  );
}

type Draft = Pick<
  CustomField,
  "entity" | "key" | "label" | "type" | "requiredOnClose" | "visibleToVisitor" | "personalData"
> & {
  options: string;
};

const blank: Draft = {
  entity: "contact",
  key: "",
  label: "",
  type: "text",
  requiredOnClose: false,
  visibleToVisitor: false,
  personalData: false,
  options: "",
};
const draftOf = (field: CustomField): Draft => ({ ...field, options: field.options.join("\n") });

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** A key from a label: as short and plain as another system would write it. */
const keyOf = (label: string) =>
  label
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");

function Form({ field, onClose }: { field: CustomField | undefined; onClose: () => void }) {
  const t = useTranslations("fields");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const [draft, setDraft] = useState(field ? draftOf(field) : blank);
  const [refusal, setRefusal] = useState(noRefusal);
  const { entity, key, label, type, requiredOnClose, personalData } = draft;
  const said = {
    ...{ label, type, requiredOnClose, personalData },
    visibleToVisitor: draft.visibleToVisitor && entity === "conversation",
    options: type === "list" ? linesOf(draft.options) : [],
  };
  const { entity: _entity, key: _key, ...changes } = useUnsavedChanges({ entity, key, ...said });
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const settled = {
    onSuccess: () => {
      cache.refresh(cache.of("fields"));
      toast.success(t("saved"));
      onClose();
    },
    onError: (error: unknown) => {
      const taken = failureOf(error).code === "already_exists";
      setRefusal(taken ? { fields: { key: t("form.exists") }, sentence: undefined } : refusals.of(error, draft));
    },
  };
  const create = useMutation(trpc.fields.create.mutationOptions(settled));
  const update = useMutation(
    useUnclashed(field, (api) => api.fields.list.query({}), trpc.fields.update.mutationOptions(settled)),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (field) update.mutate({ fieldId: field.id, ...changes });
    else create.mutate({ entity, key: key || keyOf(label), ...said });
  };
  return (
    <form noValidate className="contents" onSubmit={submit}>
      <DialogBody>
        {field ? null : (
          <Field label={t("form.entity")}>
            <Select
              value={draft.entity}
              onValueChange={(entity) => change({ entity })}
              options={fieldEntities.map((value) => ({ value, label: t(`entities.${value}`) }))}
            />
          </Field>
        )}
        <Field label={t("form.label")} error={refusal.fields.label} required>
          <Input value={draft.label} maxLength={100} onChange={(event) => change({ label: event.target.value })} />
        </Field>
        <Field label={t("form.key")} hint={field ? t("form.keyFixed") : t("form.keyHint")} error={refusal.fields.key}>
          <Input
            value={draft.key}
            maxLength={100}
            placeholder={keyOf(draft.label)}
            readOnly={field !== undefined}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change({ key: event.target.value })}
          />
        </Field>
        <Field label={t("form.type")} hint={field && field.type !== draft.type ? t("form.typeHint") : undefined}>
          <Select
            value={draft.type}
            onValueChange={(type) => change({ type })}
            options={fieldTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
          />
        </Field>
        {draft.type === "list" ? (
          <Field label={t("form.options")} hint={t("form.optionsHint")} error={refusal.fields.options} required>
            <Textarea
              autoGrow
              value={draft.options}
              className="max-h-60"
              onChange={(event) => change({ options: event.target.value })}
            />
          </Field>
        ) : null}
        <Field
          inline
          label={t("form.required")}
          hint={t(draft.entity === "contact" ? "form.requiredHint" : "form.requiredHintConversation")}
        >
          <Switch checked={draft.requiredOnClose} onCheckedChange={(requiredOnClose) => change({ requiredOnClose })} />
        </Field>
        {draft.entity === "conversation" ? (
          <Field inline label={t("form.visible")} hint={t("form.visibleHint")}>
            <Switch
              checked={draft.visibleToVisitor}
              onCheckedChange={(visibleToVisitor) => change({ visibleToVisitor })}
            />
          </Field>
        ) : null}
        <Field inline label={t("form.personal")} hint={t("form.personalHint")}>
          <Switch checked={draft.personalData} onCheckedChange={(personalData) => change({ personalData })} />
        </Field>
        <RefusalNote refusal={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" loading={create.isPending || update.isPending}>
          {field ? t("form.save") : t("form.create")}
        </Button>
      </DialogFooter>
    </form>
  );
}
