"use client";

import { Eye, EyeOff } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useEffect, useMemo, useState } from "react";
import { Combobox } from "#components/forms/combobox.tsx";
import { Field } from "#components/forms/field.tsx";
import { focusFirstFault } from "#components/forms/first-fault.ts";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { Logo } from "#components/frame/logo.tsx";
import { inTime } from "#components/frame/reaching/in-time.ts";
import { signIn } from "#components/sessions/sign-in.ts";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { isTimeZone } from "#server/base/time-zones.ts";
import { companyLocales } from "#server/companies/choices.ts";
import { noRefusal, useRefusals } from "./refusals.ts";
import { countryOf, countryOptions, timeZoneOptions } from "./regions.ts";
import { SetupCode, useCodeNeeded } from "./setup-code.tsx";
import { apart } from "./setup-faults.ts";

type Draft = {
  company: string;
  locale: (typeof companyLocales)[number];
  country: string;
  timeZone: string;
  name: string;
  email: string;
  password: string;
  /** Of the server's log, where it asks for it. */
  code: string;
};

/** The two names on the page come apart by their place in what is sent. */
function inputOf({ company, locale, country, timeZone, name, email, password, code }: Draft) {
  return { name: company, settings: { locale, country, timeZone }, admin: { name, email, password }, code };
}

/** `taken`: there is a company already, which may be this one where the answer to a former attempt was lost. */
type Outcome = { end: "made" | "taken" } | { end: undefined; body: unknown };

async function create(draft: Draft): Promise<Outcome> {
  try {
    const response = await fetch("/api/setup", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(inputOf(draft)),
      signal: inTime(),
    });
    if (response.ok) return { end: "made" };
    return response.status === 409 ? { end: "taken" } : { end: undefined, body: await response.json() };
  } catch {
    return { end: undefined, body: undefined };
  }
}

async function isSignedIn({ email, password }: Draft): Promise<boolean> {
  try {
    return (await signIn("credentials", { email, password })) === undefined;
  } catch {
    return false;
  }
}

function useRegion(change: (part: Partial<Draft>) => void): void {
  // What the browser says, once it can be asked: the server does not know it.
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    change({
      timeZone: isTimeZone(timeZone) ? timeZone : "UTC",
      country: countryOf(navigator.language),
    });
  }, [change]);
}

export function SetupForm() {
  const t = useTranslations("companies.setup");
  const refusals = useRefusals();
  const locale = useLocale();
  const [draft, setDraft] = useState<Draft>({
    company: "",
    locale,
    country: "",
    timeZone: "UTC",
    name: "",
    email: "",
    password: "",
    code: "",
  });
  const codeNeeded = useCodeNeeded();
  const [refusal, setRefusal] = useState(noRefusal);
  const [end, setEnd] = useState<Outcome["end"]>();
  const [working, setWorking] = useState(false);
  const change = useMemo(() => (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })), []);
  useRegion(change);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setWorking(true);
    setRefusal(noRefusal);
    setEnd(undefined);
    const outcome = await create(draft);
    if (outcome.end && (await isSignedIn(draft))) return window.location.assign("/inbox");
    setWorking(false);
    setEnd(outcome.end);
    if (outcome.end) return;
    setRefusal(refusals.ofBody(apart(outcome.body), draft));
    // The code stands at the top, the button at the bottom: on a phone the fault would be out of sight.
    focusFirstFault();
  };
  const parts = { draft, change, errors: refusal.fields };
  return (
    <main className="grid min-h-dvh place-items-center bg-background px-4 py-10">
      <form method="post" noValidate onSubmit={submit} className="grid w-full max-w-120 gap-5">
        <div className="grid justify-items-center gap-3 text-center">
          <Logo className="size-9" />
          <h1 className="font-semibold text-lg tracking-tight">{t("heading")}</h1>
          <p className="text-pretty text-sm text-text-muted">{t("intro")}</p>
        </div>
        {codeNeeded || refusal.fields.code ? (
          <SetupCode value={draft.code} onChange={(code) => change({ code })} error={refusal.fields.code} />
        ) : null}
        <CompanyPart {...parts} />
        <AccountPart {...parts} />
        <div role="alert" className="text-danger text-sm empty:hidden">
          {end ? (
            <>
              {t(end)}{" "}
              <a href="/sign-in" className="underline underline-offset-3">
                {t("signIn")}
              </a>
            </>
          ) : (
            refusal.sentence
          )}
        </div>
        <Button type="submit" variant="primary" size="lg" loading={working}>
          {t("submit")}
        </Button>
      </form>
    </main>
  );
}

type PartProps = {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  errors: Readonly<Record<string, string>>;
};

const cardStyles = "grid gap-4 rounded-lg border border-border bg-surface p-5";

function CompanyPart({ draft, change, errors }: PartProps) {
  const t = useTranslations("companies.setup");
  const words = useTranslations("companies.company");
  const locale = useLocale();
  const zones = useMemo(() => timeZoneOptions(locale, draft.timeZone), [locale, draft.timeZone]);
  const countries = useMemo(
    () => [{ value: "none", label: words("noCountry") }, ...countryOptions(locale)],
    [locale, words],
  );
  return (
    <section aria-label={t("companySection")} className={cardStyles}>
      <h2 className="font-medium text-base">{t("companySection")}</h2>
      <Field label={t("companyName")} error={errors.company} required>
        <Input
          autoFocus
          autoComplete="organization"
          maxLength={255}
          value={draft.company}
          onChange={(event) => change({ company: event.target.value })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={words("locale")}>
          <Select
            value={draft.locale}
            onValueChange={(next) => change({ locale: next })}
            options={companyLocales.map((value) => ({ value, label: words(`locales.${value}`) }))}
          />
        </Field>
        <Field label={words("country")}>
          <Combobox
            label={words("country")}
            options={countries}
            value={draft.country || "none"}
            onValueChange={(next) => change({ country: next === "none" ? "" : next })}
          />
        </Field>
      </div>
      <Field label={words("timeZone")} error={errors.timeZone}>
        <Combobox
          label={words("timeZone")}
          options={zones}
          value={draft.timeZone}
          onValueChange={(next) => change({ timeZone: next })}
        />
      </Field>
    </section>
  );
}

function AccountPart({ draft, change, errors }: PartProps) {
  const t = useTranslations("companies.setup");
  const [shown, setShown] = useState(false);
  return (
    <section aria-label={t("accountSection")} className={cardStyles}>
      <div className="grid gap-0.5">
        <h2 className="font-medium text-base">{t("accountSection")}</h2>
        <p className="text-sm text-text-muted">{t("accountHint")}</p>
      </div>
      <Field label={t("yourName")} error={errors.name} required>
        <Input autoComplete="name" value={draft.name} onChange={(event) => change({ name: event.target.value })} />
      </Field>
      <Field label={t("email")} error={errors.email} required>
        <Input
          type="email"
          autoComplete="username"
          spellCheck={false}
          value={draft.email}
          onChange={(event) => change({ email: event.target.value })}
        />
      </Field>
      <Field label={t("password")} hint={t("passwordHint")} error={errors.password} required>
        <Input
          type={shown ? "text" : "password"}
          autoComplete="new-password"
          value={draft.password}
          onChange={(event) => change({ password: event.target.value })}
          trailing={
            <IconButton label={shown ? t("hide") : t("show")} size="sm" onClick={() => setShown(!shown)}>
              {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            </IconButton>
          }
        />
      </Field>
    </section>
  );
}
