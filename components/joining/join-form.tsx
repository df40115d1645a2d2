"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useState } from "react";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { isRecord } from "#components/live/records.ts";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { callAccounts, useLinkToken } from "./account-calls.ts";
import { EntryNotice, EntryPage, NewPasswordField } from "./entry-page.tsx";

type Invited = { company: string; email: string };
type State = { kind: "loading" | "dead" | "offline" } | ({ kind: "open" } & Invited);

function useInvitation(token: string | undefined): State {
  const [state, setState] = useState<State>({ kind: "loading" });
  useEffect(() => {
    if (token === undefined) return;
    let left = false;
    void callAccounts("invitation", { token }).then(({ ok, body }) => {
      if (left) return;
      const { company, email } = isRecord(body) ? body : {};
      if (ok && typeof company === "string" && typeof email === "string") setState({ kind: "open", company, email });
      else setState({ kind: isRecord(body) && body.error === "validation_error" ? "dead" : "offline" });
    });
    return () => {
      left = true;
    };
  }, [token]);
  return state;
}

/** An invitation's page: a name, a password, and one is in. */
export function JoinForm() {
  const t = useTranslations("joining");
  const token = useLinkToken();
  const state = useInvitation(token);
  if (state.kind === "open")
    return (
      <EntryPage
        heading={t("join.heading", { company: state.company })}
        intro={t("join.intro", { email: state.email })}
      >
        <Form token={token ?? ""} invited={state} />
      </EntryPage>
    );
  return (
    <EntryPage heading={t("join.title")}>
      {state.kind === "loading" ? <Skeleton className="h-32 w-full" /> : null}
      {state.kind === "dead" ? <EntryNotice text={t("join.dead")} action={t("toSignIn")} href="/sign-in" /> : null}
      {state.kind === "offline" ? <EntryNotice text={t("offline")} action={t("again")} href="" /> : null}
    </EntryPage>
  );
}

function Form({ token, invited }: { token: string; invited: Invited }) {
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
    const { fields, sentence } = refusals.ofBody(body, draft);
    setRefusal({ fields, sentence: fields.token ? t("join.dead") : sentence });
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
