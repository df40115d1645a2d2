"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { useUnsaved } from "#components/forms/use-unsaved.ts";
import { useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Passkey } from "#server/sessions/passkeys/schema.ts";
import { RecoveryCodes } from "./factor-setup.tsx";
import { isGivenUp, isThereAlready, knowsPasskeys, makePasskey } from "./passkeys.ts";

/** Name, the browser's own dialog, and with the first of all the recovery codes: `onDone` once they have been seen. */
export function PasskeySetup({ onDone }: { onDone: () => void }) {
  const t = useTranslations("factors.passkeys");
  const trpc = useTRPC();
  const toast = useToast();
  const refusals = useRefusals();
  const [name, setName] = useState("");
  const [fault, setFault] = useState<string>();
  const [codes, setCodes] = useState<readonly string[]>();
  const begin = useMutation(trpc.sessions.beginPasskey.mutationOptions());
  const add = useMutation(trpc.sessions.addPasskey.mutationOptions());
  const [working, setWorking] = useState(false);

  async function make(): Promise<void> {
    setWorking(true);
    setFault(undefined);
    try {
      const response = await makePasskey(await begin.mutateAsync({}));
      const made = await add.mutateAsync({ name, response });
      toast.success(t("isAdded"));
      if (made.codes.length > 0) setCodes(made.codes);
      else onDone();
    } catch (error) {
      if (isThereAlready(error)) setFault(t("there"));
      else if (isGivenUp(error)) setFault(t("givenUp"));
      else setFault(refusals.sentence(error));
    }
    setWorking(false);
  }

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (!knowsPasskeys()) return <p className="text-pretty text-sm">{t("unknown")}</p>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void make();
  };
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-pretty text-sm">{t("intro")}</p>
      <Field label={t("name")} hint={t("nameHint")} error={fault} required>
        <Input value={name} autoFocus maxLength={100} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" loading={working} disabled={name.trim() === ""}>
        {t("continue")}
      </Button>
    </form>
  );
}

export function PasskeyName({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const t = useTranslations("factors.passkeys");
  const trpc = useTRPC();
  const refusals = useRefusals();
  const [name, setName] = useState(passkey.name);
  useUnsaved(name);
  const [refusal, setRefusal] = useState(noRefusal);
  const rename = useMutation(
    trpc.sessions.renamePasskey.mutationOptions({
      onSuccess: onDone,
      onError: (error) => setRefusal(refusals.of(error, { name })),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate({ passkeyId: passkey.id, name });
  };
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      <Field label={t("name")} error={refusal.fields.name ?? refusal.sentence} required>
        <Input value={name} autoFocus maxLength={100} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" loading={rename.isPending} disabled={name.trim() === ""}>
        {t("save")}
      </Button>
    </form>
  );
}
