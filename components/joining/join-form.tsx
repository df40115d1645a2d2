"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { isRecord } from "#components/live/records.ts";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { callAccounts, useLinkToken, useOpenedLink } from "./account-calls.ts";
import { EntryNotice, EntryPage, NewPasswordField } from "./entry-page.tsx";
import { LinkFailure } from "./link-failure.tsx";

type Invited = { company: string; email: string };
type JoinFormProps = {
  /** Whose session this browser has. */
  signedInAs: string | undefined;
};

/** An invitation's page: a name, a password, and one is in. */
export function JoinForm({ signedInAs }: JoinFormProps) {
  const t = useTranslations("joining");
  const token = useLinkToken();
  const link = useOpenedLink("invitation", token);
  const [isMember, setMember] = useState(false);
  if (link.kind === "open" && !isMember)
    return (
      <EntryPage heading={t("join.heading", { company: link.company })} intro={t("join.intro", { email: link.email })}>
        {signedInAs && signedInAs !== link.email ? (
          <p className="text-pretty text-sm">{t("join.signedIn", { email: signedInAs })}</p>
        ) : null}
        <Form token={token ?? ""} invited={link} onMember={() => setMember(true)} />
      </EntryPage>
    );
  return (
    <EntryPage heading={t("join.title")}>
      {link.kind === "loading" ? <Skeleton className="h-32 w-full" /> : null}
      {link.kind === "dead" ? <EntryNotice text={t("join.dead")} action={t("toSignIn")} href="/sign-in" /> : null}
      {link.kind === "failed" ? <LinkFailure body={link.body} /> : null}
      {link.kind === "open" ? (
        <EntryNotice text={t("join.member", link)} action={t("toSignIn")} href="/sign-in" />
      ) : null}
    </EntryPage>
  );
}

type FormProps = { token: string; invited: Invited; onMember: () => void };

function Form({ token, invited, onMember }: FormProps) {
  const t = useTranslations("joining");
  const refusals = useRefusals();
  const [draft, setDraft] = useState({ name: "", password: "" });
  const [refusal, setRefusal] = useState(noRefusal);
  const [working, setWorking] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (working) return;
    setWorking(true);
    setRefusal(noRefusal);
    const { ok, body } = await callAccounts("join", { token, ...draft });
    // A full load: nothing of a former session stays in memory.
    if (ok) return window.location.assign("/inbox");
    setWorking(false);
    const code = isRecord(body) ? body.error : undefined;
    // An administrator has added them meanwhile.
    if (code === "already_exists") return onMember();
    const { fields, sentence } = refusals.ofBody(body, draft);
    const own = fields.token ? t("join.dead") : code === "plan_limit_reached" ? t("join.full", invited) : undefined;
    setRefusal({ fields, sentence: own ?? sentence });
  };
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={invited.email} readOnly hidden />
      <Field label={t("name")} error={refusal.fields.name} required>
        <Input
          autoFocus
          autoComplete="name"
          maxLength={255}
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
        />
      </Field>
      <NewPasswordField
        value={draft.password}
        error={refusal.fields.password}
        onChange={(password) => setDraft({ ...draft, password })}
      />
      <p role="alert" className="text-danger text-sm empty:hidden">
        {refusal.sentence}
      </p>
      <Button type="submit" variant="primary" loading={working}>
        {t("join.submit")}
      </Button>
    </form>
  );
}
