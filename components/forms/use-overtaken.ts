import { useTranslations } from "next-intl";
import { useState } from "react";
import { failureOf } from "#components/live/api.ts";

const longest = 80;

/**
 * Of a value that is changed where it stands, live: what it was when the change began. `told` answers words where
 * somebody else has given it another one since. Saving again on purpose replaces theirs; leaving the field does not.
 */
export function useOvertaken(value: string, from = value) {
  const t = useTranslations("companies.faults.fields");
  const [{ begun, seen }, keep] = useState<{ begun: string; seen?: string }>({ begun: from });
  const told = (next: string, leaving = false): string | undefined => {
    if (value === begun || value === next || (value === seen && !leaving)) return undefined;
    keep({ begun, seen: value });
    const shown = value.length > longest ? `${value.slice(0, longest)}…` : value;
    return t(value === "" ? "changed" : "changedTo", { value: shown });
  };
  /** Of a refusal: it was given another one in the very moment. */
  const refused = (cause: unknown) => (failureOf(cause).code === "precondition_failed" ? t("changed") : undefined);
  return { begun, begin: () => keep({ begun: value }), told, refused };
}
