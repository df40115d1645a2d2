import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import type { WidgetConfig } from "#server/visitors/schema.ts";
import type { About, Session } from "./client/visitor-api.ts";

type Ask = "email" | "phone";

/** What the channel asks for before the first message and the visitor has not given yet. */
export function missingOf(appearance: WidgetConfig["appearance"], visitor: Session["visitor"] | undefined): Ask[] {
  const asks: Ask[] = [];
  if (appearance.askEmail && !visitor?.email) asks.push("email");
  if (appearance.askTelephone && !visitor?.phone) asks.push("phone");
  return asks;
}

const checks: Record<Ask, (text: string) => boolean> = {
  email: (text) => /^[^\s@<>()",;:\\]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text) && text.length <= 254,
  phone: (text) => /^[+\d\s().\-/]{7,32}$/.test(text) && /^\d{7,15}$/.test(text.replace(/\D/g, "")),
};

export function Intro({ asks, onDone }: { asks: readonly Ask[]; onDone: (about: About) => void }) {
  const t = useTranslations("widget.intro");
  const [faults, setFaults] = useState<readonly Ask[]>([]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = asks.map((ask) => [ask, String(form.get(ask) ?? "").trim()] as const);
    const wrong = given.filter(([ask, text]) => !checks[ask](text)).map(([ask]) => ask);
    setFaults(wrong);
    const [first] = wrong;
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    else onDone(Object.fromEntries(given));
  };
  return (
    <form noValidate onSubmit={submit} className="grid flex-1 content-start gap-4 overflow-y-auto p-5">
      <div>
        <h2 className="font-semibold text-lg">{t("title")}</h2>
        <p className="text-sm text-text-muted">{t("lead")}</p>
      </div>
      {asks.map((ask) => (
        <IntroField key={ask} ask={ask} label={t(ask)} fault={faults.includes(ask) ? t(`${ask}Fault`) : undefined} />
      ))}
      <button type="submit" className="min-h-11 rounded-md bg-accent px-4 font-medium text-accent-text text-base">
        {t("start")}
      </button>
    </form>
  );
}

function IntroField({ ask, label, fault }: { ask: Ask; label: string; fault: string | undefined }) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <input
        id={id}
        name={ask}
        type={ask === "email" ? "email" : "tel"}
        autoComplete={ask === "email" ? "email" : "tel"}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        className="min-h-11 rounded-md border border-border-strong bg-surface px-3 text-base aria-invalid:border-danger"
      />
      {fault ? (
        <p id={`${id}-fault`} className="text-danger text-xs">
          {fault}
        </p>
      ) : null}
    </div>
  );
}
