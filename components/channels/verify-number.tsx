"use client";

import { useMutation } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import type { CheckStep } from "./check-steps.tsx";

const methods = ["SMS", "VOICE"] as const;

type VerifyNumberProps = {
  channelId: string;
  sandbox: boolean;
  onChecked: (steps: readonly CheckStep[]) => void;
  onSettled: () => void;
};

/** A new number is proven: the platform sends a code to it, which is entered here. */
export function VerifyNumber({ channelId, sandbox, onChecked, onSettled }: VerifyNumberProps) {
  const t = useTranslations("channels.verify");
  const language = useLocale();
  const trpc = useTRPC();
  const [method, setMethod] = useState<(typeof methods)[number]>("SMS");
  const [code, setCode] = useState("");
  const [sent, setSent] = useState(false);
  const request = useMutation(
    trpc.channels.requestCode.mutationOptions({
      onSuccess: ({ refusal: why }) => {
        if (why !== "") return;
        setSent(true);
        setCode("");
      },
    }),
  );
  const verify = useMutation(
    trpc.channels.verifyCode.mutationOptions({
      onSuccess: ({ checked }) => checked && onChecked(checked.steps),
      onSettled,
    }),
  );
  // Of what was asked last: what was said before of another code is over.
  const failure = verify.error ?? request.error;
  const refusal = verify.data?.refusal || request.data?.refusal;
  const send = () => {
    verify.reset();
    request.mutate({ channelId, method, language });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === "") return;
    request.reset();
    verify.mutate({ channelId, code });
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={t("title")}
      className="grid gap-3 rounded-lg border border-border p-3"
    >
      <div className="grid gap-0.5">
        <h3 className="font-medium text-sm">{t("title")}</h3>
        <p className="text-sm text-text-muted">{sandbox ? t("sandboxHint") : t("hint")}</p>
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <Field label={t("method")}>
          <Select
            value={method}
            onValueChange={setMethod}
            options={methods.map((value) => ({ value, label: t(`methods.${value}`) }))}
          />
        </Field>
        <Button loading={request.isPending} onClick={send}>
          {sent ? t("sendAgain") : t("send")}
        </Button>
      </div>
      {sent ? (
        <div className="flex flex-wrap items-end gap-2">
          <Field label={t("code")}>
            <Input
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          </Field>
          <Button type="submit" variant="primary" loading={verify.isPending} disabled={code.trim() === ""}>
            {t("confirm")}
          </Button>
        </div>
      ) : null}
      <p role="alert" className="text-danger text-sm empty:hidden">
        {failure ? failureOf(failure).message || t("failed") : refusal}
      </p>
    </form>
  );
}
