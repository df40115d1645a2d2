"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { CannedResponse } from "#server/views/schema.ts";

/** `new`, the answer to change, or nothing. */
export type EditedAnswer = CannedResponse | "new" | undefined;

export function AnswerForm({ edited, onClose }: { edited: EditedAnswer; onClose: () => void }) {
  const t = useTranslations("views.answers.form");
  return (
    <Dialog
      open={edited !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={edited === "new" ? t("createTitle") : t("editTitle")}
    >
      {edited ? <Form answer={edited === "new" ? undefined : edited} onClose={onClose} /> : null}
    </Dialog>
  );
}

function Form({ answer, onClose }: { answer: CannedResponse | undefined; onClose: () => void }) {
  const t = useTranslations("views.answers");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const [draft, setDraft] = useState({ shortcut: answer?.shortcut ?? "", text: answer?.text ?? "" });
  const [refusal, setRefusal] = useState(noRefusal);
  const settled = {
    onSuccess: () => {
      cache.refresh(cache.of("views"));
      toast.success(t("saved"));
      onClose();
    },
    onError: (error: unknown) => {
      const taken = failureOf(error).code === "already_exists";
      setRefusal(taken ? { fields: { shortcut: t("form.exists") }, sentence: undefined } : refusals.of(error, draft));
    },
  };
  const create = useMutation(trpc.views.createCanned.mutationOptions(settled));
  const update = useMutation(trpc.views.updateCanned.mutationOptions(settled));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (answer) update.mutate({ cannedId: answer.id, ...draft });
    else create.mutate(draft);
  };
  return (
    <form noValidate className="contents" onSubmit={submit}>
      <DialogBody>
        <Field label={t("form.shortcut")} hint={t("form.shortcutHint")} error={refusal.fields.shortcut} required>
          <Input
            leading="/"
            value={draft.shortcut}
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setDraft({ ...draft, shortcut: event.target.value.replace(/^\//, "") })}
          />
        </Field>
        <Field label={t("form.text")} error={refusal.fields.text ?? refusal.sentence} required>
          <Textarea
            rows={6}
            maxLength={4096}
            value={draft.text}
            onChange={(event) => setDraft({ ...draft, text: event.target.value })}
          />
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" loading={create.isPending || update.isPending}>
          {answer ? t("form.save") : t("form.create")}
        </Button>
      </DialogFooter>
    </form>
  );
}
