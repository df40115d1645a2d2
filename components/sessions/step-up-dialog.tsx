"use client";

import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { useProfile } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { isGivenUp, knowsPasskeys, signWithPasskey } from "./passkeys.ts";
import { signInAway } from "./sign-in.ts";

type Props = { open: boolean; onAnswer: (proven: boolean) => void };

/** Asks for the password again; people without one sign in anew through their identity provider. */
export function StepUpDialog({ open, onAnswer }: Props) {
  const t = useTranslations("sessions.stepUp");
  const { hasPassword, secondFactor, mail } = useProfile();
  const asks = hasPassword || secondFactor === "on";
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={(next) => !next && onAnswer(false)}
      title={t("title")}
      description={
        !asks ? t("anewDescription", { mail: String(mail) }) : hasPassword ? t("description") : t("codeDescription")
      }
    >
      {asks ? <PasswordForm onAnswer={onAnswer} /> : <SignInAnew onCancel={() => onAnswer(false)} />}
    </Dialog>
  );
}

function PasswordForm({ onAnswer }: Pick<Props, "onAnswer">) {
  const t = useTranslations("sessions.stepUp");
  const { user, hasPassword, hasPasskey } = useProfile();
  const trpc = useTRPC();
  const refusals = useRefusals();
  const [password, setPassword] = useState("");
  const [refusal, setRefusal] = useState(noRefusal);
  const prove = useMutation(
    trpc.sessions.stepUp.mutationOptions({
      onSuccess: () => onAnswer(true),
      onError: (error) => setRefusal(refusals.of(error, { password, code: password })),
    }),
  );
  const begin = useMutation(trpc.sessions.beginPasskeyProof.mutationOptions());
  const withPasskey = async () => {
    setRefusal(noRefusal);
    try {
      prove.mutate({ passkey: await signWithPasskey(await begin.mutateAsync({})) });
    } catch (error) {
      if (!isGivenUp(error)) setRefusal(refusals.of(error));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRefusal(noRefusal);
    prove.mutate(hasPassword ? { password } : { code: password });
  };
  return (
    <form method="post" noValidate className="contents" onSubmit={submit}>
      <DialogBody>
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <Field
          label={t(hasPassword ? "password" : "code")}
          error={refusal.fields.password ?? refusal.fields.code ?? refusal.fields.passkey ?? refusal.sentence}
          required
        >
          <Input
            autoFocus
            type={hasPassword ? "password" : "text"}
            autoComplete={hasPassword ? "current-password" : "one-time-code"}
            maxLength={1000}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      </DialogBody>
      <DialogFooter>
        {hasPasskey && knowsPasskeys() ? (
          <Button className="me-auto" icon={<KeyRound aria-hidden />} onClick={() => void withPasskey()}>
            {t("passkey")}
          </Button>
        ) : null}
        <Button onClick={() => onAnswer(false)}>{t("cancel")}</Button>
        <Button type="submit" variant="primary" loading={prove.isPending} disabled={password === ""}>
          {t("submit")}
        </Button>
      </DialogFooter>
    </form>
  );
}

function SignInAnew({ onCancel }: { onCancel: () => void }) {
  const t = useTranslations("sessions");
  const [state, setState] = useState<"idle" | "leaving" | "failed">("idle");
  const leave = async () => {
    setState("leaving");
    const { pathname, search } = window.location;
    // The server looks at when they signed in there, so that nothing is won by leaving this out.
    const asked = { prompt: "login", max_age: "0" };
    const isAway = await signInAway(`${pathname}${search}`, asked).then(
      (refusal) => refusal === undefined,
      () => false,
    );
    if (!isAway) setState("failed");
  };
  return (
    <>
      {state === "failed" ? (
        <DialogBody>
          <p role="alert" className="text-danger text-sm">
            {t("signIn.singleSignOnFailed")}
          </p>
        </DialogBody>
      ) : null}
      <DialogFooter>
        <Button onClick={onCancel}>{t("stepUp.cancel")}</Button>
        <Button variant="primary" loading={state === "leaving"} onClick={() => void leave()}>
          {t("stepUp.anew")}
        </Button>
      </DialogFooter>
    </>
  );
}
