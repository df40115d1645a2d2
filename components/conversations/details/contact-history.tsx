"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "#components/live/api.ts";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Button } from "#components/ui/button.tsx";
import type { HistoryEntry } from "#server/contacts/schema.ts";
import { contactStatuses } from "#server/core/words.ts";
import { Failed, FieldsSkeleton } from "./contact-details.tsx";

const shownFirst = 12;

/** What has happened to the contact, newest first. */
export function ContactHistory({ contactId }: { contactId: string }) {
  const t = useTranslations("conversations.details");
  const trpc = useTRPC();
  const [all, setAll] = useState(false);
  const words = useHistoryWords();
  const history = useQuery(trpc.contacts.history.queryOptions({ contactId }));
  if (history.error && !history.data) return <Failed onRetry={() => void history.refetch()} />;
  if (!history.data) return <FieldsSkeleton />;
  const entries = [...history.data].reverse();
  if (entries.length === 0) return <p className="text-sm text-text-muted">{t("noHistory")}</p>;
  return (
    <>
      <ol className="grid gap-1.5">
        {(all ? entries : entries.slice(0, shownFirst)).map((entry) => (
          <li key={entry.id} className="flex items-baseline justify-between gap-2 text-xs">
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {words(entry)}
            </span>
            <RelativeTime plain value={entry.createdAt} className="shrink-0 text-text-faint" />
          </li>
        ))}
      </ol>
      {!all && entries.length > shownFirst ? (
        <Button variant="link" size="sm" onClick={() => setAll(true)} className="mt-1 text-xs">
          {t("showAll", { count: entries.length })}
        </Button>
      ) : null}
    </>
  );
}

function useHistoryWords(): (entry: HistoryEntry) => string {
  const t = useTranslations("conversations.history");
  const tDetails = useTranslations("conversations.details");
  const fields: Record<string, string> = {
    name: tDetails("name"),
    email: tDetails("email"),
    phone: tDetails("phone"),
    rating: tDetails("rating"),
  };
  return ({ type, author, text, to }) => {
    const by = author?.name || t("somebody");
    switch (type) {
      case "updated":
        return t("updated", { author: by, field: fields[text] ?? text });
      case "status_changed": {
        const status = contactStatuses.find((known) => known === to);
        return t("status_changed", { author: by, to: status ? tDetails(`statuses.${status}`) : String(to ?? "") });
      }
      case "note":
      case "operator_assigned":
      case "tag_added":
        return t(type, { author: by });
      default:
        return t(type);
    }
  };
}
