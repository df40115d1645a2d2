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

type NewPasswordProps = {
  /** Whose session this browser has. */
  signedInAs: string | undefined;
};

/** Asks for a link where one has none, and takes the new password where one has. */
export function NewPassword({ signedInAs }: NewPasswordProps) {
  const t = useTranslations("joining");
  const token = useLinkToken();
  if (token === undefined)
    return (
      <EntryPage heading={t("forgotten.heading")}>
        <Skeleton className="h-24 w-full" />
      </EntryPage>
    );
  return token === "" ? <Ask /> : <Opened key={token} token={token} signedInAs={signedInAs} />;
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

/** What the link is good for, before a password is thought up for it. */
function Opened({ token, signedInAs }: NewPasswordProps & { token: string }) {
  const t = useTranslations("joining");
  const link = useOpenedLink("reset-link", token);
  const [end, setEnd] = useState<"done" | "dead">();
  if (link.kind === "open" && !end) return <Choose token={token} email={link.email} onEnd={setEnd} />;
  return (
    <EntryPage heading={t("reset.heading")}>
      {link.kind === "loading" ? <Skeleton className="h-24 w-full" /> : null}
      {link.kind === "failed" ? <LinkFailure body={link.body} /> : null}
      {link.kind === "dead" || end === "dead" ? (
        <EntryNotice text={t("reset.dead")} action={t("reset.another")} href="/new-password" />
      ) : null}
      {link.kind === "open" && end === "done" ? <Done email={link.email} signedInAs={signedInAs} /> : null}
    </EntryPage>
  );
}

/** The page to sign in on would lead whoever is signed in here into the inbox, as somebody else. */
function Done({ email, signedInAs }: NewPasswordProps & { email: string }) {
  const t = useTranslations("joining");
  if (!signedInAs) return <EntryNotice text={t("reset.done")} action={t("toSignIn")} href="/sign-in" />;
  // The password may be of another company of the same person.
  if (signedInAs === email)
    return <EntryNotice text={t("reset.done")} action={t("toSignIn")} href="/sign-in?another=" />;
  return (
    <EntryNotice
      text={t("reset.doneElsewhere", { email: signedInAs })}
      action={t("reset.goOn", { email: signedInAs })}
      href="/inbox"
    />
  );
}

type ChooseProps = { token: string; email: string; onEnd: (end: "done" | "dead") => void };

function Choose({ token, email, onEnd }: ChooseProps) {
  const t = useTranslations("joining");
  const refusals = useRefusals();
  const [password, setPassword] = useState("");
  const [refusal, setRefusal] = useState(noRefusal);
  const [working, setWorking] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (working) return;
    setWorking(true);
    setRefusal(noRefusal);
    const { ok, body } = await callAccounts("reset", { token, password });
    setWorking(false);
    if (ok) return onEnd("done");
    const refused = refusals.ofBody(body, { password });
    if (refused.fields.token) onEnd("dead");
    else setRefusal(refused);
  };
  return (
    <EntryPage heading={t("reset.heading")} intro={t("reset.intro", { email })}>
      <form method="post" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
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
