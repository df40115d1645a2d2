"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Directory } from "#components/conversations/data/directory.ts";
import type { HistoryEntry } from "#server/contacts/schema.ts";
import { contactStatuses } from "#server/core/words.ts";

const plainFields = ["name", "email", "phone", "rating", "subStatus"] as const;
const customPrefix = "customFields.";

/** One sentence for what happened, with who did it. */
export function useHistoryWords(directory: Directory): (entry: HistoryEntry) => ReactNode {
  const t = useTranslations("contacts.history");
  const tContacts = useTranslations("contacts");
  const value = (text: HistoryEntry["to"]) => (text === null || text === "" ? t("nothing") : String(text));
  const status = (text: HistoryEntry["to"]) => {
    const known = contactStatuses.find((one) => one === text);
    return known ? tContacts(`statuses.${known}`) : value(text);
  };
  const holder = (id: HistoryEntry["to"], name = "") => {
    if (id === null || id === "") return tContacts("nobody");
    return directory.user(String(id)) ?? (name || tContacts("formerColleague"));
  };
  const field = (name: string) => {
    const known = plainFields.find((one) => one === name);
    return known
      ? tContacts(`fields.${known}`)
      : name.startsWith(customPrefix)
        ? name.slice(customPrefix.length)
        : name;
  };
  const strong = (chunks: ReactNode) => <strong className="font-medium">{chunks}</strong>;
  return ({ type, author, text, from, to }) => {
    const who = author?.type === "system" || !author ? t("system") : author.name || t("somebody");
    switch (type) {
      case "note":
        return t.rich("note", { who, strong });
      case "created":
        return t.rich("created", { who, strong });
      case "updated":
        return t.rich("updated", { who, field: field(text), from: value(from), to: value(to), strong });
      case "status_changed":
        return t.rich("statusChanged", { who, from: status(from), to: status(to), strong });
      case "operator_assigned":
        return t.rich(to === null ? "unassigned" : "assigned", {
          who,
          to: holder(to, text),
          from: holder(from),
          strong,
        });
      case "tag_added":
        return t.rich("tagAdded", { who, tag: text, strong });
      case "conversation_linked":
        return t.rich("linked", {
          link: (chunks) => (
            <Link
              href={`/inbox/${String(to)}?view=all`}
              prefetch={false}
              className="text-accent underline-offset-3 hover:underline"
            >
              {chunks}
            </Link>
          ),
        });
      case "merged":
        return text === "contact" || text === "unmerged"
          ? t(text === "contact" ? "merged" : "unmerged")
          : t.rich("kept", { field: field(text), from: value(from), to: value(to), strong });
    }
  };
}
