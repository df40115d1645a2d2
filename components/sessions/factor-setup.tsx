"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useState } from "react";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { CodeBlock } from "#components/json/code-block.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** Picture, first code, recovery codes: `onDone` once the codes have been seen. */
export function FactorSetup({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  return codes ? <RecoveryCodes codes={codes} onDone={onDone} /> : <Begin onConfirmed={setCodes} />;
}

function Begin({ onConfirmed }: { onConfirmed: (codes: readonly string[]) => void }) {
  const t = useTranslations("factors");
  const trpc = useTRPC();
  const refusals = useRefusals();
  const [code, setCode] = useState("");
  const [refusal, setRefusal] = useState(noRefusal);
  const begin = useMutation(trpc.sessions.beginFactor.mutationOptions());
  const confirm = useMutation(
    trpc.sessions.confirmFactor.mutationOptions({
      onSuccess: ({ codes }) => onConfirmed(codes),
      onError: (error) => setRefusal(refusals.of(error, { code })),
    }),
  );
  const { mutate } = begin;
  useEffect(() => mutate({}), [mutate]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRefusal(noRefusal);
    confirm.mutate({ code });
  };
  if (begin.isError)
    return (
      <div className="grid gap-3">
        <p role="alert" className="text-danger text-sm">
          {refusals.sentence(begin.error)}
        </p>
        <Button onClick={() => mutate({})}>{t("again")}</Button>
      </div>
    );
  if (!begin.data) return <Skeleton className="h-72 w-full" />;
  const { secret, svg } = begin.data;
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-pretty text-sm">{t("scan")}</p>
      <img
        alt={t("picture")}
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        className="size-44 justify-self-center rounded-md border border-border"
      />
      <CodeBlock wrap label={t("secret")} code={secret} />
      <Field label={t("code")} hint={t("codeHint")} error={refusal.fields.code ?? refusal.sentence} required>
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" loading={confirm.isPending} disabled={code.trim() === ""}>
        {t("confirm")}
      </Button>
    </form>
  );
}

/** Shown once: with each of them one can sign in without the phone. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTranslations("factors");
  return (
    <div className="grid gap-4">
      <p className="text-pretty text-sm">{t("codesHint")}</p>
      <CodeBlock label={t("codes")} code={codes.join("\n")} />
      <Button variant="primary" onClick={onDone}>
        {t("kept")}
      </Button>
    </div>
  );
}
