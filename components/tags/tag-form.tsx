"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { ColorSwatchPicker } from "#components/colors/color-swatch-picker.tsx";
import { swatches } from "#components/colors/swatches.ts";
import { RefusalNote } from "#components/companies/refusal-note.tsx";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { useUnsavedChanges } from "#components/forms/use-unsaved.ts";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useUnclashed } from "#components/settings/unclashed.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { OperatorTag } from "#server/tags/schema.ts";

/** `new`, the tag to change, or nothing. */
export type EditedTag = OperatorTag | "new" | undefined;

export function TagForm({ edited, count, onClose }: { edited: EditedTag; count: number; onClose: () => void }) {
  const t = useTranslations("tags.form");
  // Each new tag begins with another colour.
  const color = swatches[count % swatches.length]?.value ?? swatches[0].value;
  return (
    <Dialog
      size="sm"
      open={edited !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={edited === "new" ? t("createTitle") : t("editTitle")}
    >
      {edited ? <Form tag={edited === "new" ? undefined : edited} color={color} onClose={onClose} /> : null}
    </Dialog>
  );
}

type FormProps = { tag: OperatorTag | undefined; color: string; onClose: () => void };

function Form({ tag, color, onClose }: FormProps) {
  const t = useTranslations("tags");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const [draft, setDraft] = useState({ name: tag?.name ?? "", color: tag?.color ?? color });
  const [refusal, setRefusal] = useState(noRefusal);
  const changes = useUnsavedChanges(draft);
  const settled = {
    onSuccess: () => {
      cache.refresh(cache.of("tags"));
      toast.success(t("saved"));
      onClose();
    },
    onError: (error: unknown) => {
      const taken = failureOf(error).code === "already_exists";
      setRefusal(taken ? { fields: { name: t("form.exists") }, sentence: undefined } : refusals.of(error, draft));
    },
  };
  const create = useMutation(trpc.tags.create.mutationOptions(settled));
  const update = useMutation(
    useUnclashed(tag, (api) => api.tags.list.query({}), trpc.tags.update.mutationOptions(settled)),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (tag) update.mutate({ tagId: tag.id, ...changes });
    else create.mutate(draft);
  };
  return (
    <form noValidate className="contents" onSubmit={submit}>
      <DialogBody>
        <Field label={t("form.name")} hint={tag ? t("form.nameHint") : undefined} error={refusal.fields.name} required>
          <Input
            value={draft.name}
            maxLength={50}
            onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          />
        </Field>
        <Field label={t("form.color")} error={refusal.fields.color}>
          <ColorSwatchPicker value={draft.color} onValueChange={(next) => setDraft({ ...draft, color: next })} />
        </Field>
        <RefusalNote refusal={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" loading={create.isPending || update.isPending}>
          {tag ? t("form.save") : t("form.create")}
        </Button>
      </DialogFooter>
    </form>
  );
}
