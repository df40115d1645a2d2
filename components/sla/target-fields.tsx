"use client";

import { useTranslations } from "next-intl";
import { Input } from "#components/forms/input.tsx";
import { type Duration, type PolicyDraft, type TargetName, targetNames } from "./policy-draft.ts";

type Targets = PolicyDraft["targets"];
type TargetFieldsProps = {
  targets: Targets;
  errors: Readonly<Record<string, string>>;
  onTargets: (targets: Targets) => void;
};

/** What is promised, in hours and minutes of the calendar's open time. */
export function TargetFields({ targets, errors, onTargets }: TargetFieldsProps) {
  const t = useTranslations("sla");
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium text-sm">{t("form.targets")}</legend>
      <p className="text-text-muted text-xs">{t("form.targetsHint")}</p>
      {targetNames.map((name) => (
        <Target
          key={name}
          name={name}
          value={targets[name]}
          error={errors[name]}
          onValue={(value) => onTargets({ ...targets, [name]: value })}
        />
      ))}
    </fieldset>
  );
}

type TargetProps = {
  name: TargetName;
  value: Duration;
  error: string | undefined;
  onValue: (value: Duration) => void;
};

function Target({ name, value, error, onValue }: TargetProps) {
  const t = useTranslations("sla");
  const label = t(`targets.${name}`);
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="w-40 text-sm">{label}</span>
        {(["hours", "minutes"] as const).map((part) => (
          <span key={part} className="flex items-center gap-1.5">
            <Input
              inputMode="numeric"
              maxLength={5}
              autoComplete="off"
              className="w-18 text-end tabular-nums"
              placeholder="–"
              aria-label={t(`form.${part}Of`, { target: label })}
              aria-invalid={error !== undefined || undefined}
              value={value[part]}
              onChange={(event) => onValue({ ...value, [part]: event.target.value })}
            />
            <span aria-hidden className="text-sm text-text-muted">
              {t(`form.${part}`)}
            </span>
          </span>
        ))}
      </div>
      <p className="text-text-muted text-xs">{t(`targetHints.${name}`)}</p>
      {error ? (
        <p role="alert" tabIndex={-1} className="text-danger text-xs">
          {error}
        </p>
      ) : null}
    </div>
  );
}
