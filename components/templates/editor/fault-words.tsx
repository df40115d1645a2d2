import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { DraftFault, DraftFaults } from "./template-draft.ts";

const words = [
  "invalid_variable",
  "no_variables",
  "mixed_variables",
  "variables_not_consecutive",
  "too_many_variables",
  "variable_at_edge",
  "variables_adjacent",
  "too_few_words",
  "required",
  "invalid_url",
  "invalid_format",
  "interleaved",
  "otp_only_for_authentication",
  "unknown_language",
  "fixed",
] as const;

export type Told = { error: string | undefined; warning: string | undefined };

/** The faults of a part of the editor, in words. A missing text is reported once submitting was tried. */
export function useFaultWords(faults: DraftFaults, tried: boolean): (place: string) => Told {
  const t = useTranslations("templates.faults");
  const sentence = (place: string, code: string) => {
    if (code === "too_long") return t("too_long", { most: mostOf(place) });
    if (code === "too_many") return t("too_many");
    if (code === "invalid_format") return t(place.endsWith("example") ? "code_format" : "phone_format");
    const known = words.find((word) => word === code);
    return known ? t(known) : t("invalid");
  };
  return (place) => {
    const all = faults[place] ?? [];
    const worst = ({ code, warning }: DraftFault) => !warning && (tried || code !== "required");
    const error = all.find(worst);
    const warning = all.find((one) => one.warning);
    return {
      error: error && sentence(place, error.code),
      warning: warning && !error ? sentence(place, warning.code) : undefined,
    };
  };
}

function mostOf(place: string): number {
  if (place === "body") return 1024;
  if (place.endsWith(".url")) return 2000;
  return place.startsWith("buttons") ? 25 : 60;
}

type RuleHintProps = { rule: ReactNode; warning?: string | undefined; count?: number; most?: number };

/** Under a field: the rule in words, what the platform may dislike, and the characters used. */
export function RuleHint({ rule, warning, count, most }: RuleHintProps) {
  const t = useTranslations("templates.fields");
  return (
    <span className="flex items-start justify-between gap-3">
      <span className="grid gap-1">
        {warning ? (
          <span className="flex items-start gap-1.5 text-warning">
            <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
            {warning}
          </span>
        ) : null}
        <span>{rule}</span>
      </span>
      {count !== undefined && most !== undefined ? (
        <span className={count > most ? "tabular shrink-0 text-danger" : "tabular shrink-0"}>
          {t("count", { count, most })}
        </span>
      ) : null}
    </span>
  );
}
