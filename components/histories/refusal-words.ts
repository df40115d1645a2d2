import { useTranslations } from "next-intl";
import { detailsOf } from "#components/companies/refusals.ts";
import { failureOf } from "#components/live/api.ts";
import { CallError } from "#components/live/trpc/call-error.ts";

const known = [
  ...([
    "invalid_chat",
    "invalid_csv",
    "invalid_json",
    "empty",
    "too_many",
    "unknown_reference",
    "invalid_url",
  ] as const),
  ...(["required", "invalid_value", "conflict", "not_found"] as const),
];

/** Which field is to blame, empty for none, and why, in the reader's words. */
export function useRefusalWords(): (error: unknown) => { field: string; message: string } {
  const t = useTranslations("histories");
  return (error) => {
    const [first] = error instanceof CallError ? detailsOf(error.data) : [];
    const code = first?.code ?? failureOf(error).code;
    const word = known.find((one) => one === code);
    return {
      field: first?.field ?? "",
      message: word ? t(`refusals.${word}`) : t(first ? "refusals.invalid_value" : "notDone"),
    };
  };
}
