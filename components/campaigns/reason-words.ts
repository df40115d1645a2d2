import { useTranslations } from "next-intl";

const known = [
  "contact_not_found",
  "no_phone",
  "missing_variable",
  "opted_out",
  "duplicate",
  "cancelled",
  "recently_withheld",
  "disconnected",
  "template_not_approved",
  "quality",
  "too_many_failures",
  "unconfirmed",
  "131026",
  "131047",
  "131049",
  "131050",
  "131053",
  "130472",
  "130403",
] as const;

/** Why a person got no message, in the reader's language; the service's own sentence where there is no translation. */
export function useReasonWords(): (code: string | null, reason: string | null) => string {
  const t = useTranslations("campaigns.reasons");
  return (code, reason) => {
    const word = known.find((one) => one === code);
    return word ? t(word) : (reason ?? code ?? "");
  };
}
