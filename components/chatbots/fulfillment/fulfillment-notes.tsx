"use client";

import { useTranslations } from "next-intl";
import type { FulfillmentNote } from "#server/chatbots/fulfillment/schema.ts";

/** What of an answer had no effect, and why. Nothing where all of it counted. */
export function FulfillmentNotes({ notes }: { notes: readonly FulfillmentNote[] }) {
  const t = useTranslations("fulfillment.notes");
  if (notes.length === 0) return null;
  return (
    <section aria-label={t("title")} className="grid gap-2 rounded-md border border-warning/40 bg-warning/5 p-3">
      <h3 className="font-medium text-sm">{t("title")}</h3>
      <ul className="grid gap-1.5 text-sm">
        {notes.map(({ field, reason }, index) => (
          <li key={`${index}-${field}`} className="grid gap-x-2 md:grid-cols-[minmax(8rem,16rem)_minmax(0,1fr)]">
            <code className="break-all font-mono text-xs leading-5">{field || t("whole")}</code>
            <span className="text-pretty">{t(`reasons.${reason}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
