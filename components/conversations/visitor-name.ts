import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { seenName } from "#components/names/showing.ts";

type Visitor = {
  /** Where the row knows of it: what people have named the contact counts before what the visitor said. */
  contactName?: string;
  visitorName: string;
  visitorEmail: string;
  visitorPhone: string;
  visitorId: string;
};

const longest = 24;

/** Where a name stands within a sentence that has one line. */
export function shortName(name: string): string {
  const letters = [...name];
  return letters.length > longest ? `${letters.slice(0, longest).join("")}…` : name;
}

/** What to call a visitor: the best that is known of them, else a short number to tell them apart. */
export function useVisitorName(): (visitor: Visitor) => string {
  const t = useTranslations("conversations");
  return useCallback(
    ({ contactName, visitorName, visitorEmail, visitorPhone, visitorId }) =>
      seenName(contactName ?? "") ||
      seenName(visitorName) ||
      visitorEmail ||
      visitorPhone ||
      (visitorId ? t("visitor", { number: visitorId.slice(-4).toUpperCase() }) : t("unnamed")),
    [t],
  );
}
