"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Logo } from "#components/frame/logo.tsx";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { ownTarget } from "./own-target.ts";
import { PasskeyButton, usePasskeyAutofill } from "./passkey-sign-in.tsx";
import { noCookies, signIn, signInAway } from "./sign-in.ts";
import { clearAfterLeaving } from "./signing-out.ts";

type Fault =
  | { kind: "passkeyRefused" | "passkeyNeeded" | "noCookies" }
  | { kind: "refused" | "codeNeeded" | "wrongCode" | "offline" | "unknownPerson" | "unverified" | "singleSignOnFailed" }
  | { kind: "throttled"; seconds: number }
  | { kind: "elsewhere"; address: string };

function faultOf(error: string): Fault {
  if (error === "code_needed") return { kind: "codeNeeded" };
  if (error === "passkey_or_code") return { kind: "passkeyNeeded" };
  if (error === "wrong_code") return { kind: "wrongCode" };
  if (error === noCookies) return { kind: "noCookies" };
  if (/^https?:/.test(error)) return { kind: "elsewhere", address: error };
  const seconds = /^throttled:(\d+)$/.exec(error)?.[1];
  return seconds ? { kind: "throttled", seconds: Number(seconds) } : { kind: "refused" };
}

type Given = { email: string; password: string; code: string; passkey?: string };

async function attempt(provider: "credentials" | "passkey", given: Given | { passkey: string }) {
  try {
    const refusal = await signIn(provider, given);
    if (refusal === undefined) return undefined;
    const fault = faultOf(refusal);
    return provider === "passkey" && fault.kind === "refused" ? ({ kind: "passkeyRefused" } as const) : fault;
  } catch {
    return { kind: "offline" } as const;
  }
}

/** The results with which an identity provider's redirect may come back. */
function returned(refused: string | undefined): Fault | undefined {
  if (refused === undefined) return undefined;
  if (refused === "unverified") return { kind: "unverified" };
  return { kind: refused === "AccessDenied" ? "unknownPerson" : "singleSignOnFailed" };
}

/** Where this answers nothing, the browser is on its way. */
async function attemptAway(to: string): Promise<Fault | undefined> {
  try {
    const refusal = await signInAway(to);
    if (refusal === undefined) return undefined;
    const fault = faultOf(refusal);
    return fault.kind === "refused" ? { kind: "singleSignOnFailed" } : fault;
  } catch {
    return { kind: "offline" };
  }
}

type SignInFormProps = {
  to: string;
  /** Name of the identity provider, where there is one. */
  singleSignOn: string | undefined;
  /** Why the identity provider's way back did not sign in. */
  refused: string | undefined;
  /** The address of who is signed in and comes for another of their companies. */
  another?: string | undefined;
};

export function SignInForm({ to, singleSignOn, refused, another }: SignInFormProps) {
  const t = useTranslations("sessions.signIn");
  const [fault, setFault] = useState(() => returned(refused));
  const [missing, setMissing] = useState<{ email: boolean; password: boolean }>({ email: false, password: false });
  const [working, setWorking] = useState(false);
  const [shown, setShown] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const [second, setSecond] = useState<"code" | "passkey">();
  const form = useRef<HTMLFormElement>(null);
  const [offered, setOffered] = useState(true);
  useEffect(() => {
    if (!another) clearAfterLeaving();
  }, [another]);
  usePasskeyAutofill(offered, (passkey) => void enter(() => attempt("passkey", { passkey })));

  function given(): Given {
    const data = new FormData(form.current ?? undefined);
    const [email, code] = ["email", "code"].map((name) => String(data.get(name) ?? "").trim());
    return { email: email ?? "", password: String(data.get("password") ?? ""), code: code ?? "" };
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (working) return;
    const { email, password } = given();
    const empty = { email: email === "", password: password === "" };
    setMissing(empty);
    setFault(undefined);
    if (!empty.email && !empty.password) await enter(() => attempt("credentials", given()));
  }

  /** Alone, or as the second step of what was typed. */
  async function withPasskey(passkey: string): Promise<void> {
    await enter(() => (second ? attempt("credentials", { ...given(), passkey }) : attempt("passkey", { passkey })));
  }

  async function enter(trying: () => Promise<Fault | undefined>): Promise<void> {
    setFault(undefined);
    setWorking(true);
    const failed = await trying();
    if (!failed) {
      // A full load: nothing of a former session stays in memory.
      window.location.assign(ownTarget(to));
      return;
    }
    setWorking(false);
    setFault(failed);
    // With the right password the code's field comes, and keeps the focus.
    if (failed.kind === "codeNeeded") setSecond("code");
    else if (failed.kind === "passkeyNeeded") setSecond("passkey");
    else if (failed.kind === "refused") password.current?.select();
  }

  return (
    // In the middle with all that most see, and counted from above: what comes later moves nothing that is there.
    <main className="grid min-h-dvh content-start justify-items-center bg-background px-4 pt-[max(2.5rem,50dvh-14.5rem)] pb-10">
      <form ref={form} method="post" noValidate onSubmit={submit} className="grid w-full max-w-88 gap-5">
        <div className="grid justify-items-center gap-3">
          <Logo className="size-9" />
          <h1 className="text-center font-semibold text-lg tracking-tight">{t(another ? "another" : "heading")}</h1>
          {another ? <p className="text-pretty text-center text-sm text-text-muted">{t("anotherHint")}</p> : null}
        </div>
        <div className="grid gap-4 rounded-lg border border-border bg-surface p-5">
          <Field label={t("email")} required error={missing.email ? t("required") : undefined}>
            <Input
              name="email"
              type="email"
              autoComplete="username webauthn"
              autoFocus={!another}
              defaultValue={another}
              readOnly={another !== undefined}
              inputMode="email"
              spellCheck={false}
            />
          </Field>
          <Field label={t("password")} required error={missing.password ? t("required") : undefined}>
            <div className="relative">
              <Input
                ref={password}
                name="password"
                type={shown ? "text" : "password"}
                autoComplete="current-password"
                autoFocus={another !== undefined}
                className="pr-10"
              />
              <div className="absolute inset-y-0 right-1 grid place-items-center">
                <IconButton
                  label={shown ? t("hide") : t("show")}
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
            <Field label={t("code")} hint={t(second === "passkey" ? "codeOrPasskeyHint" : "codeHint")}>
              <Input name="code" autoFocus autoComplete="one-time-code" spellCheck={false} maxLength={40} />
            </Field>
          ) : null}
          <p role="alert" className="text-danger text-sm empty:hidden">
            {fault?.kind === "codeNeeded" || fault?.kind === "passkeyNeeded"
              ? null
              : fault
                ? t(fault.kind, "seconds" in fault ? fault : "address" in fault ? fault : {})
                : null}
          </p>
          <Button type="submit" variant="primary" loading={working}>
            {t("submit")}
          </Button>
          {second === "code" ? null : (
            <PasskeyButton
              label={t(second ? "useYourPasskey" : "passkey")}
              onBegin={() => {
                setFault(undefined);
                setOffered(false);
              }}
              onSigned={withPasskey}
              onFault={(kind) => setFault({ kind })}
              onEnd={() => setOffered(true)}
            />
          )}
          {singleSignOn ? <SingleSignOn name={singleSignOn} to={ownTarget(to)} onFault={setFault} /> : null}
        </div>
        <p className="text-center text-sm">
          <a
            href={another ? "/inbox" : "/new-password"}
            className="text-text-muted underline decoration-border-strong underline-offset-3 hover:text-text"
          >
            {t(another ? "back" : "forgotten")}
          </a>
        </p>
      </form>
    </main>
  );
}

type SingleSignOnProps = { name: string; to: string; onFault: (fault: Fault | undefined) => void };

/** Through the identity provider: to one's company, or to the choice where one belongs to several. */
function SingleSignOn({ name, to, onFault }: SingleSignOnProps) {
  const t = useTranslations("sessions.signIn");
  const choice = `/sign-in/company?${new URLSearchParams({ to })}`;
  const [leaving, setLeaving] = useState<string>();
  const leave = async (target: string) => {
    setLeaving(target);
    onFault(undefined);
    const fault = await attemptAway(target);
    if (!fault) return;
    setLeaving(undefined);
    onFault(fault);
  };
  return (
    <div className="grid gap-1">
      <Button loading={leaving === to} onClick={() => void leave(to)}>
        {t("singleSignOn", { name })}
      </Button>
      <Button variant="ghost" size="sm" loading={leaving === choice} onClick={() => void leave(choice)}>
        {t("anotherCompany")}
      </Button>
    </div>
  );
}
