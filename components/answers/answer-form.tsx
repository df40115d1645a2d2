"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useState } from "react";
import { RefusalNote } from "#components/companies/refusal-note.tsx";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Checkbox } from "#components/forms/checkbox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { useUnsavedChanges } from "#components/forms/use-unsaved.ts";
import { useMay } from "#components/frame/profile.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useUnclashed } from "#components/settings/unclashed.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { ReadyAnswer } from "#server/answers/schema.ts";
import { channelNames } from "#server/conversations/choices.ts";
import { isLast, withChannel } from "./answer-channels.ts";
import { AnswerFiles, type KeptFile } from "./answer-files.tsx";

/** `new`, the answer to change, or nothing. */
export type EditedAnswer = ReadyAnswer | "new" | undefined;

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

const code = (chunks: ReactNode) => <code className="font-mono">{chunks}</code>;

function Form({ answer, onClose }: { answer: ReadyAnswer | undefined; onClose: () => void }) {
  const t = useTranslations("views.answers");
  const channels = useTranslations("views.answers.channels");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const sharing = useMay("clients_write");
  const [draft, setDraft] = useState({
    ...{ shortcut: answer?.shortcut ?? "", title: answer?.title ?? "", category: answer?.category ?? "" },
    ...{ text: answer?.text ?? "", channels: answer?.channels ?? [] },
    scope: answer?.scope ?? (sharing ? ("company" as const) : ("private" as const)),
  });
  const [files, setFiles] = useState<readonly KeptFile[]>(answer?.files ?? []);
  const [refusal, setRefusal] = useState(noRefusal);
  const kept = { ...draft, files: files.map(({ id }) => id) };
  const changes = useUnsavedChanges(kept);
  const settled = {
    onSuccess: () => {
      cache.refresh(cache.of("answers"));
      toast.success(t("saved"));
      onClose();
    },
    onError: (error: unknown) => {
      const taken = failureOf(error).code === "already_exists";
      setRefusal(taken ? { fields: { shortcut: t("form.exists") }, sentence: undefined } : refusals.of(error, draft));
    },
  };
  const create = useMutation(trpc.answers.create.mutationOptions(settled));
  const update = useMutation(
    useUnclashed(answer, (api) => api.answers.all.query({}), trpc.answers.update.mutationOptions(settled)),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (answer) update.mutate({ answerId: answer.id, ...changes });
    else create.mutate(kept);
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
        <Field label={t("form.title")} error={refusal.fields.title}>
          <Input
            value={draft.title}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setDraft({ ...draft, title: event.target.value })}
          />
        </Field>
        <Field label={t("form.text")} hint={t.rich("form.variables", { code })} error={refusal.fields.text} required>
          <Textarea
            dir="auto"
            rows={6}
            maxLength={4096}
            value={draft.text}
            onChange={(event) => setDraft({ ...draft, text: event.target.value })}
          />
        </Field>
        <AnswerFiles files={files} error={refusal.fields.files} onFiles={setFiles} />
        <Field label={t("form.category")} error={refusal.fields.category}>
          <Input
            value={draft.category}
            maxLength={50}
            autoComplete="off"
            onChange={(event) => setDraft({ ...draft, category: event.target.value })}
          />
        </Field>
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 font-medium text-sm">{t("form.channels")}</legend>
          {channelNames.map((channel) => (
            <Checkbox
              key={channel}
              label={channels(channel)}
              checked={draft.channels.length === 0 || draft.channels.includes(channel)}
              disabled={isLast(draft.channels, channel)}
              onCheckedChange={(on) =>
                setDraft({ ...draft, channels: withChannel(draft.channels, channel, on === true) })
              }
            />
          ))}
        </fieldset>
        {sharing ? (
          <Checkbox
            label={t("form.private")}
            checked={draft.scope === "private"}
            onCheckedChange={(on) => setDraft({ ...draft, scope: on === true ? "private" : "company" })}
          />
        ) : null}
        <RefusalNote refusal={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" loading={create.isPending || update.isPending}>
          {answer ? t("form.save") : t("form.create")}
        </Button>
      </DialogFooter>
    </form>
  );
}
