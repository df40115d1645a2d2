"use client";

import { useMutation } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalNote } from "#components/companies/refusal-note.tsx";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { useUnsaved } from "#components/forms/use-unsaved.ts";
import { CodeBlock } from "#components/json/code-block.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { generatePassword } from "./generate-password.ts";
import { type Cast, RoleChoice } from "./role-choice.tsx";

type CreateMemberProps = { open: boolean; onOpenChange: (open: boolean) => void };
type Made = { name: string; email: string; password: string };

export function CreateMember({ open, onOpenChange }: CreateMemberProps) {
  const t = useTranslations("users.create");
  const [made, setMade] = useState<Made>();
  const close = (next: boolean) => {
    onOpenChange(next);
    if (!next) setMade(undefined);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={made ? t("doneTitle", { name: made.name }) : t("title")}
      description={made ? t("doneDescription") : t("description")}
    >
      {made ? <Handover made={made} onClose={() => close(false)} /> : <CreateForm onMade={setMade} />}
    </Dialog>
  );
}

function Handover({ made, onClose }: { made: Made; onClose: () => void }) {
  const t = useTranslations("users.create");
  const url = `${window.location.origin}/sign-in`;
  const { email, password } = made;
  return (
    <>
      <DialogBody>
        <CodeBlock wrap label={t("copy")} code={t("message", { url, email, password })} />
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          {t("close")}
        </Button>
      </DialogFooter>
    </>
  );
}

const fresh: { name: string; email: string } & Cast = { name: "", email: "", role: "agent", roleId: null };

/* Apart from the dialog, so that it starts afresh each time the dialog opens. */
function CreateForm({ onMade }: { onMade: (made: Made) => void }) {
  const t = useTranslations("users.create");
  const trpc = useTRPC();
  const { cache } = useLive();
  const refusals = useRefusals();
  const [draft, setDraft] = useState(() => ({ ...fresh, password: generatePassword() }));
  useUnsaved(draft);
  const [refusal, setRefusal] = useState(noRefusal);
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const create = useMutation(
    trpc.users.create.mutationOptions({
      onSuccess: ({ name, email }) => {
        cache.refresh([...cache.of("users"), ...cache.of("plans")]);
        onMade({ name, email, password: draft.password });
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
        <Field label={t("name")} error={refusal.fields.name} required>
          <Input value={draft.name} autoComplete="off" onChange={(event) => change({ name: event.target.value })} />
        </Field>
        <Field label={t("email")} error={refusal.fields.email} required>
          <Input
            type="email"
            autoComplete="off"
            value={draft.email}
            onChange={(event) => change({ email: event.target.value })}
          />
        </Field>
        <Field label={t("role")} error={refusal.fields.roleId}>
          <RoleChoice value={draft} onValueChange={change} />
        </Field>
        <PasswordField
          value={draft.password}
          error={refusal.fields.password}
          onChange={(password) => change({ password })}
        />
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

type PasswordFieldProps = { value: string; error: string | undefined; onChange: (password: string) => void };

/** A generated password that is shown, for another person. */
export function PasswordField({ value, error, onChange }: PasswordFieldProps) {
  const t = useTranslations("users.create");
  return (
    <Field label={t("password")} hint={t("passwordHint")} error={error} required>
      <Input
        value={value}
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        onChange={(event) => onChange(event.target.value)}
        trailing={
          <IconButton label={t("generate")} size="sm" onClick={() => onChange(generatePassword())}>
            <RefreshCw aria-hidden />
          </IconButton>
        }
      />
    </Field>
  );
}
