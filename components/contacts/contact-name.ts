import { useTranslations } from "next-intl";
import { useCallback } from "react";

type Named = { name: string; email: string; phone: string };

/** What to call a contact: the best that is known. */
export function useContactName(): (contact: Named) => string {
  const t = useTranslations("contacts");
  return useCallback(({ name, email, phone }) => name || email || phone || t("unnamed"), [t]);
}
