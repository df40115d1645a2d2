import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { seenName } from "#components/names/showing.ts";

type Named = { name: string; email: string; phone: string };

/** What to call a contact: the best that is known. */
export function useContactName(): (contact: Named) => string {
  const t = useTranslations("contacts");
  return useCallback(({ name, email, phone }) => seenName(name) || email || phone || t("unnamed"), [t]);
}
