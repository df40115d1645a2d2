"use client";

import { CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CheckSteps } from "#components/channels/check-steps.tsx";
import { Field } from "#components/forms/field.tsx";
import { RadioGroup } from "#components/forms/radio-group.tsx";
import { Button } from "#components/ui/button.tsx";
import type { SignUpOutcome as Outcome } from "./use-sign-up.ts";

type SignUpOutcomeProps = {
  name: string;
  outcome: Outcome;
  onChoose: (phoneNumberId: string) => void;
  onAgain: () => void;
};

/** What became of it, and what is to be done. */
export function SignUpOutcome({ name, outcome, onChoose, onAgain }: SignUpOutcomeProps) {
  const t = useTranslations("signup");
  if (outcome.outcome === "connected") return <Connected name={name} outcome={outcome} />;
  if (outcome.outcome === "choose") return <Choose outcome={outcome} onChoose={onChoose} />;
  return (
    <>
      <div role="alert" className="grid gap-3 text-sm">
        {outcome.outcome === "refused" ? (
          <p className="wrap-anywhere">{t("refused", { reason: outcome.refusal })}</p>
        ) : null}
        {outcome.outcome === "no_number" ? <p>{t("noNumber")}</p> : null}
        {outcome.outcome === "checked" ? <p>{t("incomplete")}</p> : null}
      </div>
      {outcome.checked ? <CheckSteps steps={outcome.checked.steps} /> : null}
      <Button variant="primary" onClick={onAgain}>
        {t("again")}
      </Button>
    </>
  );
}

function Connected({ name, outcome: { checked, pin, history, refusal } }: { name: string; outcome: Outcome }) {
  const t = useTranslations("signup");
  const number = checked?.health.number ?? "";
  return (
    <div role="status" className="grid gap-3 text-pretty text-sm">
      <p className="flex items-start gap-2 font-medium">
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
        {number ? t("connectedNumber", { name, number }) : t("connected", { name })}
      </p>
      {pin ? <p>{t("keepPin", { pin })}</p> : null}
      {history === "asked" ? <p>{t("historyAsked")}</p> : null}
      {history === "refused" ? <p className="wrap-anywhere">{t("historyRefused", { reason: refusal })}</p> : null}
    </div>
  );
}

function Choose({ outcome, onChoose }: { outcome: Outcome; onChoose: (id: string) => void }) {
  const t = useTranslations("signup");
  const [chosen, setChosen] = useState(outcome.numbers[0]?.id);
  return (
    <>
      <Field label={t("choose")}>
        <RadioGroup
          cards
          value={chosen}
          onValueChange={setChosen}
          options={outcome.numbers.map(({ id, number, name }) => ({ value: id, label: number || id, hint: name }))}
        />
      </Field>
      <Button variant="primary" disabled={!chosen} onClick={() => chosen && onChoose(chosen)}>
        {t("use")}
      </Button>
    </>
  );
}
