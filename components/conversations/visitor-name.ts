import { useTranslations } from "next-intl";
import { useCallback } from "react";

type Visitor = {
  /** Where the row knows of it: what people have named the contact counts before what the visitor said. */
  contactName?: string;
  visitorName: string;
  visitorEmail: string;
  visitorPhone: string;
  visitorId: string;
};

/** What to call a visitor: the best that is known of them, else a short number to tell them apart. */
export function useVisitorName(): (visitor: Visitor) => string {
  const t = useTranslations("conversations");
  return useCallback(
    ({ contactName, visitorName, visitorEmail, visitorPhone, visitorId }) =>
      contactName ||
      visitorName ||
      visitorEmail ||
      visitorPhone ||
      (visitorId ? t("visitor", { number: visitorId.slice(-4).toUpperCase() }) : t("unnamed")),
    [t],
  );
}
