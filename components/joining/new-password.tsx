"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { isRecord } from "#components/live/records.ts";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { callAccounts, useLinkToken } from "./account-calls.ts";
import { EntryNotice, EntryPage, NewPasswordField } from "./entry-page.tsx";

/** Asks for a link where one has none, and takes the new password where one has. */
export function NewPassword() {
  const t = useTranslations("joining");
  const token = useLinkToken();
  if (token === undefined)
    return (
      <EntryPage heading={t("forgotten.heading")}>
        <Skeleton className="h-24 w-full" />
      </EntryPage>
    );
  return token === "" ? <Ask /> : <Choose token={token} />;
}

function Ask() {
  const t = useTranslations("joining");
  const refusals = useRefusals();
  const [email, setEmail] = useState("");
  const [refusal, setRefusal] = useState(noRefusal);
  const [working, setWorking] = useState(false);
  const [done, setDone] = useState<"mail" | "noMail">();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (working) return;
    setWorking(true);
    setRefusal(noRefusal);
    const { ok, body } = await callAccounts("forgotten", { email: email.trim() });
    setWorking(false);
    if (ok) setDone(isRecord(body) && body.mail === true ? "mail" : "noMail");
    else setRefusal(refusals.ofBody(body, { email: email.trim() }));
  };
  if (done)
    return (
      <EntryPage heading={t("forgotten.heading")}>
        <EntryNotice
          text={done === "mail" ? t("forgotten.sent", { email: email.trim() }) : t("forgotten.noMail")}
          action={t("toSignIn")}
          href="/sign-in"
        />
      </EntryPage>
    );
  return (
    <EntryPage heading={t("forgotten.heading")} intro={t("forgotten.intro")}>
      <form method="post" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field label={t("email")} error={refusal.fields.email ?? refusal.sentence} required>
          <Input
            autoFocus
            type="email"
            autoComplete="username"
            inputMode="email"
            spellCheck={false}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" loading={working}>
          {t("forgotten.submit")}
        </Button>
        <Button asChild variant="ghost">
          <a href="/sign-in">{t("toSignIn")}</a>
        </Button>
      </form>
    </EntryPage>
  );
}

function Choose({ token }: { token: string }) {
  const t = useTranslations("joining");
  const refusals = useRefusals();
  const [password, setPassword] = useState("");
  const [refusal, setRefusal] = useState(noRefusal);
  const [working, setWorking] = useState(false);
  const [done, setDone] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (working) return;
    setWorking(true);
    setRefusal(noRefusal);
    const { ok, body } = await callAccounts("reset", { token, password });
    setWorking(false);
    if (ok) return setDone(true);
    setRefusal(refusals.ofBody(body, { password }));
  };
  const heading = t("reset.heading");
  if (done)
    return (
      <EntryPage heading={heading}>
        <EntryNotice text={t("reset.done")} action={t("toSignIn")} href="/sign-in" />
      </EntryPage>
    );
  if (refusal.fields.token)
    return (
      <EntryPage heading={heading}>
        <EntryNotice text={t("reset.dead")} action={t("reset.another")} href="/new-password" />
      </EntryPage>
    );
  return (
    <EntryPage heading={heading} intro={t("reset.intro")}>
      <form method="post" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <NewPasswordField value={password} error={refusal.fields.password} onChange={setPassword} />
        <p role="alert" className="text-danger text-sm empty:hidden">
          {refusal.sentence}
        </p>
        <Button type="submit" variant="primary" loading={working}>
          {t("reset.submit")}
        </Button>
      </form>
    </EntryPage>
  );
}
