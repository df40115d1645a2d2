"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Logo } from "#components/frame/logo.tsx";
import { inTime } from "#components/frame/reaching/in-time.ts";
import { isRecord } from "#components/live/records.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import { ownTarget } from "./own-target.ts";
import { PasskeyButton, type PasskeyFault } from "./passkey-sign-in.tsx";
import { signIn } from "./sign-in.ts";

type Company = { id: string; name: string; userName: string; linked: boolean };
type State = { kind: "loading" | "ended" | "failed" } | { kind: "ready"; companies: Company[] };

/** The second step of the account in one of them. */
type Asked = { companyId: string; passkey: boolean; fault: "wrongCode" | PasskeyFault | "throttled" | undefined };

/** What is asked of the person next; undefined: the choice is over. */
function askedBy(refusal: string, companyId: string, passkey: boolean, tried: boolean): Asked | undefined {
  if (refusal === "code_needed" || refusal === "passkey_or_code")
    return { companyId, passkey: refusal === "passkey_or_code", fault: undefined };
  if (refusal === "wrong_code") return { companyId, passkey, fault: tried ? "passkeyRefused" : "wrongCode" };
  return refusal === "throttled" ? { companyId, passkey, fault: "throttled" } : undefined;
}

function companyIn(value: unknown): Company[] {
  const { id, name, userName, linked } = isRecord(value) ? value : {};
  if (typeof id !== "string" || typeof name !== "string" || typeof userName !== "string") return [];
  return [{ id, name, userName, linked: linked === true }];
}

async function readCompanies(): Promise<State> {
  const response = await fetch("/api/auth/companies", { signal: inTime() });
  if (!response.ok) return { kind: "failed" };
  const body: unknown = await response.json();
  const companies = isRecord(body) && Array.isArray(body.companies) ? body.companies.flatMap(companyIn) : [];
  return companies.length > 0 ? { kind: "ready", companies } : { kind: "ended" };
}

function useCompanies(): [State, (state: State) => void] {
  const [state, setState] = useState<State>({ kind: "loading" });
  useEffect(() => {
    let left = false;
    readCompanies().then(
      (state) => left || setState(state),
      () => left || setState({ kind: "failed" }),
    );
    return () => {
      left = true;
    };
  }, []);
  return [state, setState];
}

type Props = {
  to: string;
  /** Someone is signed in here already: with nothing to choose they simply continue. */
  signedIn: boolean;
};

export function CompanyChoice({ to, signedIn }: Props) {
  const t = useTranslations("sessions.company");
  const [state, setState] = useCompanies();
  const [entering, setEntering] = useState<string>();
  const [asked, setAsked] = useState<Asked>();
  const goOn = signedIn && state.kind === "ended";
  useEffect(() => {
    if (goOn) window.location.replace(ownTarget(to));
  }, [goOn, to]);

  async function choose(companyId: string, second: { code?: string; passkey?: string } = {}): Promise<void> {
    setEntering(companyId);
    try {
      const refusal = await signIn("company", { companyId, ...second });
      // A full load: nothing of a former session stays in memory.
      if (refusal === undefined) return window.location.assign(ownTarget(to));
      setEntering(undefined);
      const next = askedBy(refusal, companyId, asked?.passkey ?? false, second.passkey !== undefined);
      if (next) setAsked(next);
      else setState({ kind: "ended" });
    } catch {
      setEntering(undefined);
      setState({ kind: "failed" });
    }
  }

  const over = state.kind === "failed" || (state.kind === "ended" && !signedIn);
  return (
    <main className="grid min-h-dvh place-items-center bg-background px-4 py-10">
      <div className="grid w-full max-w-100 gap-5">
        <div className="grid justify-items-center gap-3 text-center">
          <Logo className="size-9" />
          <h1 className="font-semibold text-lg tracking-tight">{t("heading")}</h1>
          {state.kind === "ready" && state.companies.length > 1 ? (
            <p className="text-pretty text-sm text-text-muted">{t("intro")}</p>
          ) : null}
        </div>
        {state.kind === "ready" && asked ? (
          <CodeForm
            asked={asked}
            working={entering !== undefined}
            onCode={(code) => void choose(asked.companyId, { code })}
            onPasskey={(passkey) => choose(asked.companyId, { passkey })}
            onFault={(fault) => setAsked({ ...asked, fault })}
          />
        ) : null}
        {state.kind === "ready" && !asked ? (
          <ul className="grid divide-y divide-border overflow-hidden rounded-lg border border-border bg-surface">
            {state.companies.map((company) => (
              <li key={company.id}>
                <CompanyButton company={company} entering={entering} onChoose={(id) => void choose(id)} />
              </li>
            ))}
          </ul>
        ) : null}
        {over ? (
          <div role="alert" className="grid gap-4 rounded-lg border border-border bg-surface p-5">
            <p className="text-pretty text-sm">{t(state.kind === "failed" ? "failed" : "ended")}</p>
            <Button asChild variant="primary">
              <a href={`/sign-in?${new URLSearchParams({ to })}`}>{t("again")}</a>
            </Button>
          </div>
        ) : null}
        {state.kind === "loading" || goOn ? <Skeleton className="h-32 w-full rounded-lg" /> : null}
      </div>
    </main>
  );
}

type CodeFormProps = {
  asked: Asked;
  working: boolean;
  onCode: (code: string) => void;
  onPasskey: (passkey: string) => Promise<void>;
  onFault: (fault: Asked["fault"]) => void;
};

/** The second step, where the person's account asks for one. */
function CodeForm({ asked: { passkey, fault }, working, onCode, onPasskey, onFault }: CodeFormProps) {
  const t = useTranslations("sessions.signIn");
  const choice = useTranslations("sessions.company");
  return (
    <form
      method="post"
      noValidate
      className="grid gap-4 rounded-lg border border-border bg-surface p-5"
      onSubmit={(event) => {
        event.preventDefault();
        onCode(String(new FormData(event.currentTarget).get("code") ?? "").trim());
      }}
    >
      <Field
        label={t("code")}
        hint={t(passkey ? "codeOrPasskeyHint" : "codeHint")}
        error={fault === "wrongCode" ? t("wrongCode") : undefined}
      >
        <Input name="code" autoFocus autoComplete="one-time-code" spellCheck={false} maxLength={40} />
      </Field>
      <p role="alert" className="text-danger text-sm empty:hidden">
        {fault === "throttled" ? choice("throttled") : fault && fault !== "wrongCode" ? t(fault) : null}
      </p>
      <Button type="submit" variant="primary" loading={working}>
        {t("submit")}
      </Button>
      {passkey ? (
        <PasskeyButton
          label={t("useYourPasskey")}
          onBegin={() => onFault(undefined)}
          onSigned={onPasskey}
          onFault={onFault}
          onEnd={() => undefined}
        />
      ) : null}
    </form>
  );
}

type CompanyButtonProps = { company: Company; entering: string | undefined; onChoose: (id: string) => void };

function CompanyButton({ company, entering, onChoose }: CompanyButtonProps) {
  const t = useTranslations("sessions.company");
  const { id, name, userName, linked } = company;
  return (
    <button
      type="button"
      disabled={entering !== undefined}
      onClick={() => onChoose(id)}
      className="flex min-h-14 w-full items-center gap-3 px-4 py-2.5 text-start hover:bg-text/4 focus-visible:-outline-offset-2 disabled:opacity-60"
    >
      <Avatar id={id} name={name} size="lg" decorative />
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-medium text-sm">{name}</span>
        <span className="text-pretty text-text-muted text-xs">
          {linked ? t("as", { name: userName }) : t("newHere", { name: userName })}
        </span>
      </span>
      {entering === id ? <Spinner /> : <ChevronRight aria-hidden className="size-4 shrink-0 text-text-faint" />}
    </button>
  );
}
