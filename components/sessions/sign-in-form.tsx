"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Logo } from "#components/frame/logo.tsx";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { ownTarget } from "./own-target.ts";
import { signIn } from "./sign-in.ts";

type Fault =
  | { kind: "refused" | "codeNeeded" | "wrongCode" | "offline" | "unknownPerson" | "singleSignOnFailed" }
  | { kind: "throttled"; seconds: number };

function faultOf(error: string): Fault {
  if (error === "code_needed") return { kind: "codeNeeded" };
  if (error === "wrong_code") return { kind: "wrongCode" };
  const seconds = /^throttled:(\d+)$/.exec(error)?.[1];
  return seconds ? { kind: "throttled", seconds: Number(seconds) } : { kind: "refused" };
}

async function attempt(given: { email: string; password: string; code: string }): Promise<Fault | undefined> {
  try {
    const result = await signIn("credentials", { ...given, redirect: false });
    if (result?.ok && !result.error) return undefined;
    return faultOf(result?.error ?? "");
  } catch {
    return { kind: "offline" };
  }
}

/** The results with which an identity provider's redirect may come back. */
function returned(refused: string | undefined): Fault | undefined {
  if (refused === undefined) return undefined;
  return { kind: refused === "AccessDenied" ? "unknownPerson" : "singleSignOnFailed" };
}

type SignInFormProps = {
  to: string;
  /** Name of the identity provider, where there is one. */
  singleSignOn: string | undefined;
  /** Why the identity provider's way back did not sign in. */
  refused: string | undefined;
};

export function SignInForm({ to, singleSignOn, refused }: SignInFormProps) {
  const t = useTranslations("sessions.signIn");
  const [fault, setFault] = useState(() => returned(refused));
  const [missing, setMissing] = useState<{ email: boolean; password: boolean }>({ email: false, password: false });
  const [working, setWorking] = useState(false);
  const [shown, setShown] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const [second, setSecond] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (working) return;
    const data = new FormData(event.currentTarget);
    const given = { email: String(data.get("email") ?? "").trim(), password: String(data.get("password") ?? "") };
    const empty = { email: given.email === "", password: given.password === "" };
    setMissing(empty);
    setFault(undefined);
    if (empty.email || empty.password) return;
    setWorking(true);
    const failed = await attempt({ ...given, code: String(data.get("code") ?? "").trim() });
    if (!failed) {
      // A full load: nothing of a former session stays in memory.
      window.location.assign(ownTarget(to));
      return;
    }
    setWorking(false);
    setFault(failed);
    // With the right password the code's field comes, and keeps the focus.
    if (failed.kind === "codeNeeded" || failed.kind === "wrongCode") setSecond(true);
    else password.current?.select();
  }

  return (
    <main className="grid min-h-dvh place-items-center bg-background px-4 py-10">
      <form method="post" noValidate onSubmit={submit} className="grid w-full max-w-88 gap-5">
        <div className="grid justify-items-center gap-3">
          <Logo className="size-9" />
          <h1 className="font-semibold text-lg tracking-tight">{t("heading")}</h1>
        </div>
        <div className="grid gap-4 rounded-lg border border-border bg-surface p-5">
          <Field label={t("email")} required error={missing.email ? t("required") : undefined}>
            <Input name="email" type="email" autoComplete="username" autoFocus inputMode="email" spellCheck={false} />
          </Field>
          <Field label={t("password")} required error={missing.password ? t("required") : undefined}>
            <div className="relative">
              <Input
                ref={password}
                name="password"
                type={shown ? "text" : "password"}
                autoComplete="current-password"
                className="pr-10"
              />
              <div className="absolute inset-y-0 right-1 grid place-items-center">
                <IconButton
                  label={shown ? t("hide") : t("show")}
                  aria-pressed={shown}
                  size="sm"
                  variant="ghost"
                  onClick={() => setShown(!shown)}
                >
                  {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
                </IconButton>
              </div>
            </div>
          </Field>
          {second ? (
            <Field label={t("code")} hint={t("codeHint")}>
              <Input name="code" autoFocus autoComplete="one-time-code" spellCheck={false} maxLength={40} />
            </Field>
          ) : null}
          <p role="alert" className="text-danger text-sm empty:hidden">
            {fault?.kind === "codeNeeded"
              ? null
              : fault?.kind === "throttled"
                ? t("throttled", { seconds: fault.seconds })
                : fault
                  ? t(fault.kind)
                  : null}
          </p>
          <Button type="submit" variant="primary" loading={working}>
            {t("submit")}
          </Button>
          {singleSignOn ? <SingleSignOn name={singleSignOn} to={ownTarget(to)} /> : null}
        </div>
        <p className="text-center text-sm">
          <a
            href="/new-password"
            className="text-text-muted underline decoration-border-strong underline-offset-3 hover:text-text"
          >
            {t("forgotten")}
          </a>
        </p>
      </form>
    </main>
  );
}

/** Through the identity provider: to one's company, or to the choice where one belongs to several. */
function SingleSignOn({ name, to }: { name: string; to: string }) {
  const t = useTranslations("sessions.signIn");
  const choice = `/sign-in/company?${new URLSearchParams({ to })}`;
  return (
    <div className="grid gap-1">
      <Button onClick={() => void signIn("oidc", { callbackUrl: to })}>{t("singleSignOn", { name })}</Button>
      <Button variant="ghost" size="sm" onClick={() => void signIn("oidc", { callbackUrl: choice })}>
        {t("anotherCompany")}
      </Button>
    </div>
  );
}
