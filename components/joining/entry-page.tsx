"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Logo } from "#components/frame/logo.tsx";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";

type EntryPageProps = { heading: string; intro?: string | undefined; children: ReactNode };

/** The frame of the pages that lead to an account: mark, heading, one card. */
export function EntryPage({ heading, intro, children }: EntryPageProps) {
  return (
    <main className="grid min-h-dvh place-items-center bg-background px-4 py-10">
      <div className="grid w-full max-w-88 gap-5">
        <div className="grid justify-items-center gap-3 text-center">
          <Logo className="size-9" />
          <h1 className="text-balance font-semibold text-lg tracking-tight">{heading}</h1>
          {intro ? <p className="text-pretty text-sm text-text-muted">{intro}</p> : null}
        </div>
        <div className="grid gap-4 rounded-lg border border-border bg-surface p-5">{children}</div>
      </div>
    </main>
  );
}

type EntryNoticeProps = { text: string; action: string } & ({ href: string } | { onAct: () => void });

/** What there is to say instead of a form, and the way on. */
export function EntryNotice({ text, action, ...way }: EntryNoticeProps) {
  return (
    <>
      <p role="status" className="text-pretty text-sm">
        {text}
      </p>
      {"href" in way ? (
        <Button asChild variant="primary">
          <a href={way.href}>{action}</a>
        </Button>
      ) : (
        <Button variant="primary" onClick={way.onAct}>
          {action}
        </Button>
      )}
    </>
  );
}

type NewPasswordFieldProps = { value: string; error: string | undefined; onChange: (value: string) => void };

export function NewPasswordField({ value, error, onChange }: NewPasswordFieldProps) {
  const t = useTranslations("joining");
  const [shown, setShown] = useState(false);
  return (
    <Field label={t("password")} hint={t("passwordHint")} error={error} required>
      <Input
        type={shown ? "text" : "password"}
        autoComplete="new-password"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        trailing={
          <IconButton label={shown ? t("hide") : t("show")} size="sm" onClick={() => setShown(!shown)}>
            {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          </IconButton>
        }
      />
    </Field>
  );
}
