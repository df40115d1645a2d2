"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { useAssigneeOptions } from "#components/contacts/assignee-options.tsx";
import { useDirectory } from "#components/conversations/data/directory.ts";
import { snoozeChoices } from "#components/conversations/head/snooze-times.ts";
import { Combobox } from "#components/forms/combobox.tsx";
import { changesIn } from "#components/forms/draft-changes.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { useUnsaved } from "#components/forms/use-unsaved.ts";
import { useProfile } from "#components/frame/profile.tsx";
import { useTRPC, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useUnclashed } from "#components/settings/unclashed.ts";
import { localText, momentOf } from "#components/time/local-moment.ts";
import { serverNow } from "#components/time/server-clock.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Task } from "#server/tasks/schema.ts";
import { type About, AboutField, aboutNothing } from "./about-field.tsx";

/** `new`, the task to change, or nothing. */
export type EditedTask = Task | "new" | undefined;

type TaskFormProps = {
  edited: EditedTask;
  onClose: () => void;
  /** What a new one is about. */
  about?: About;
};

export function TaskForm({ edited, onClose, about = aboutNothing }: TaskFormProps) {
  const t = useTranslations("tasks.form");
  return (
    <Dialog
      size="sm"
      open={edited !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t(edited === "new" ? "createTitle" : "editTitle")}
    >
      {edited ? <Form task={edited === "new" ? undefined : edited} about={about} onClose={onClose} /> : null}
    </Dialog>
  );
}

/** Times as the reader's clock has them, for the field. */
type Draft = { title: string; due: string; assignedTo: string; about: About };

type FormProps = { task: Task | undefined; about: About; onClose: () => void };

function useDraft({ task, about }: FormProps) {
  const me = useProfile().user.id;
  return useState((): Draft => {
    if (!task) return { title: "", due: "", assignedTo: me, about };
    const { title, dueAt, assignedTo, conversationId, contactId } = task;
    return {
      ...{ title, due: localText(dueAt ?? ""), assignedTo: assignedTo ?? "" },
      about: { conversationId, contactId, name: task.about },
    };
  });
}

function useSaving(task: Task | undefined, onClose: () => void) {
  const t = useTranslations("tasks");
  const trpc = useTRPC();
  const client = useTRPCClient().tasks;
  const toast = useToast();
  const refusals = useRefusals();
  const { cache } = useLive();
  const [refusal, setRefusal] = useState(noRefusal);
  const [saving, setSaving] = useState(false);
  const update = useMutation(
    useUnclashed(
      task,
      async (api) => (task ? api.tasks.read.query({ taskId: task.id }) : []),
      trpc.tasks.update.mutationOptions(),
    ),
  );
  const save = async (draft: Draft) => {
    const { conversationId, contactId } = draft.about;
    const title = draft.title.trim();
    // A field of minutes would take the seconds of a time that nobody touched.
    const kept = task && draft.due === localText(task.dueAt ?? "");
    const dueAt = kept ? task.dueAt : momentOf(draft.due) || null;
    const input = { title, dueAt, assignedTo: draft.assignedTo || null };
    const about = { conversationId, contactId };
    const same = task?.conversationId === conversationId && task.contactId === contactId;
    setSaving(true);
    try {
      if (task) await update.mutateAsync({ taskId: task.id, ...changesIn(input, task), ...(same ? {} : about) });
      else await client.create.mutate({ ...input, ...about });
      cache.refresh(cache.of("tasks"));
      toast.success(t(task ? "saved" : "created"));
      onClose();
    } catch (error) {
      setRefusal(refusals.of(error, { title, dueAt }));
      setSaving(false);
    }
  };
  return { save, saving, refusal };
}

function Form(props: FormProps) {
  const { task, onClose } = props;
  const t = useTranslations("tasks.form");
  const [draft, setDraft] = useDraft(props);
  useUnsaved(draft);
  const { save, saving, refusal } = useSaving(task, onClose);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const people = useAssigneeOptions(useDirectory(), draft.assignedTo);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(draft);
  };
  return (
    <form noValidate className="contents" onSubmit={submit}>
      <DialogBody>
        <Field label={t("title")} error={refusal.fields.title} required>
          <Input value={draft.title} maxLength={255} onChange={(event) => change({ title: event.target.value })} />
        </Field>
        <DueField due={draft.due} onDue={(due) => change({ due })} error={refusal.fields.dueAt} />
        <Field label={t("assignee")} error={refusal.fields.assignedTo}>
          <Combobox
            label={t("assignee")}
            value={draft.assignedTo}
            onValueChange={(assignedTo) => change({ assignedTo })}
            options={people}
          />
        </Field>
        <Field label={t("about")} error={refusal.fields.conversationId ?? refusal.fields.contactId}>
          <AboutField value={draft.about} onChange={(about) => change({ about })} />
        </Field>
        <p role="alert" className="text-danger text-sm empty:hidden">
          {refusal.sentence}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" loading={saving}>
          {t(task ? "save" : "create")}
        </Button>
      </DialogFooter>
    </form>
  );
}

type DueFieldProps = { due: string; onDue: (due: string) => void; error: string | undefined };

/** Date and time of the reader's own zone, and the usual moments beside it. */
function DueField({ due, onDue, error }: DueFieldProps) {
  const t = useTranslations("tasks.form");
  return (
    <div className="grid gap-2">
      <Field label={t("due")} error={error} optional>
        <Input type="datetime-local" value={due} onChange={(event) => onDue(event.target.value)} />
      </Field>
      <div className="flex flex-wrap gap-1.5">
        {snoozeChoices(new Date(serverNow())).map(({ name, until }) => (
          <Button key={name} size="sm" onClick={() => onDue(localText(until.toISOString()))}>
            {t(name)}
          </Button>
        ))}
        {due ? (
          <Button size="sm" variant="ghost" onClick={() => onDue("")}>
            {t("noDate")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
