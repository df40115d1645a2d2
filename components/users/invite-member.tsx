"use client";

import { useMutation } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalNote } from "#components/companies/refusal-note.tsx";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { useUnsaved } from "#components/forms/use-unsaved.ts";
import { CodeBlock } from "#components/json/code-block.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { localeNames } from "#i18n/locale.ts";
import type { Role } from "#server/core/permissions.ts";
import { mailLocales } from "#server/mail/choices.ts";
import type { Invitation } from "#server/users/invitations/schema.ts";
import { RoleChoice } from "./role-choice.tsx";

export type Linked = Pick<Invitation, "email" | "mail"> & { link: string };

type InviteMemberProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function InviteMember({ open, onOpenChange }: InviteMemberProps) {
  const t = useTranslations("invitations");
  const [made, setMade] = useState<Linked>();
  const close = (next: boolean) => {
    onOpenChange(next);
    if (!next) setMade(undefined);
  };
  const done = made && (made.mail === "none" ? t("doneLink") : t("doneMail", { email: made.email }));
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={made ? t("doneTitle", { email: made.email }) : t("title")}
      description={done ?? t("description")}
    >
      {made ? <LinkPanel link={made.link} onClose={() => close(false)} /> : <InviteForm onMade={setMade} />}
    </Dialog>
  );
}

/** A link that is shown once, to be handed over. */
export function LinkPanel({ link, onClose }: { link: string; onClose: () => void }) {
  const t = useTranslations("invitations");
  return (
    <>
      <DialogBody>
        <CodeBlock wrap label={t("link")} code={link} />
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          {t("close")}
        </Button>
      </DialogFooter>
    </>
  );
}

/* Apart from the dialog, so that it starts afresh each time the dialog opens. */
function InviteForm({ onMade }: { onMade: (made: Linked) => void }) {
  const t = useTranslations("invitations");
  const trpc = useTRPC();
  const { cache } = useLive();
  const refusals = useRefusals();
  const locale = useLocale();
  const [draft, setDraft] = useState({ email: "", role: "agent" as Role, roleId: null as string | null, locale });
  useUnsaved(draft);
  const [refusal, setRefusal] = useState(noRefusal);
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const create = useMutation(
    trpc.invitations.create.mutationOptions({
      onSuccess: (made) => {
        cache.refresh(cache.of("invitations"));
        onMade(made);
      },
      onError: (error) => {
        const taken = failureOf(error).code === "already_exists";
        setRefusal(taken ? { fields: { email: t("exists") }, sentence: undefined } : refusals.of(error, draft));
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRefusal(noRefusal);
    create.mutate(draft);
  };
  return (
    <form method="post" noValidate className="contents" onSubmit={submit}>
      <DialogBody>
        <Field label={t("email")} error={refusal.fields.email} required>
          <Input
            autoFocus
            type="email"
            autoComplete="off"
            value={draft.email}
            onChange={(event) => change({ email: event.target.value })}
          />
        </Field>
        <Field label={t("role")} error={refusal.fields.roleId}>
          <RoleChoice value={draft} onValueChange={change} />
        </Field>
        <Field label={t("language")}>
          <Select
            value={draft.locale}
            onValueChange={(next) => change({ locale: next })}
            options={mailLocales.map((value) => ({ value, label: localeNames[value] }))}
          />
        </Field>
        <RefusalNote refusal={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" loading={create.isPending}>
          {t("submit")}
        </Button>
      </DialogFooter>
    </form>
  );
}
