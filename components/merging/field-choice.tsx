"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { useDirectory } from "#components/conversations/data/directory.ts";
import { cn } from "#components/ui/class-names.ts";
import { contactStatuses } from "#server/core/words.ts";
import type { MergeRow, Side } from "./merge-fields.ts";

/** A value as people read it. */
function useValueWords(): (row: MergeRow, side: Side) => string {
  const t = useTranslations("contacts");
  const directory = useDirectory();
  return (row, side) => {
    const value = row[side];
    if (row.known === "status") {
      const known = contactStatuses.find((status) => status === value);
      return known ? t(`statuses.${known}`) : String(value);
    }
    if (row.known === "assignedTo")
      return value ? (directory.user(String(value)) ?? t("formerColleague")) : t("nobody");
    if (row.known === "rating") return t("rating.value", { rating: Number(value) });
    if (value === undefined || value === null || value === "") return t("inline.empty");
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  };
}

type FieldChoiceProps = { row: MergeRow; side: Side; onChoose: (side: Side) => void };

/** One field of both: radios in the two columns, or one line where both say the same. */
export function FieldChoice({ row, side, onChoose }: FieldChoiceProps) {
  const t = useTranslations("contacts.fields");
  const words = useValueWords();
  const name = useId();
  const label = row.known ? t(row.known) : row.field.slice("customFields.".length);
  if (row.same) {
    return (
      <div className="grid gap-0.5">
        <span className="text-text-muted text-xs">{label}</span>
        <bdi className="truncate text-sm">{words(row, "winner")}</bdi>
      </div>
    );
  }
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1 text-text-muted text-xs">{label}</legend>
      <div className="grid grid-cols-2 gap-2">
        {(["winner", "loser"] as const).map((one) => (
          <label
            key={one}
            className={cn(
              "flex min-w-0 cursor-pointer items-center gap-2 rounded-md border px-2.5 py-1.5 text-sm touch:min-h-11",
              "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
              one === side ? "border-accent bg-accent/6" : "border-border text-text-muted",
            )}
          >
            <input
              type="radio"
              name={name}
              checked={one === side}
              onChange={() => onChoose(one)}
              className="shrink-0 accent-accent"
            />
            <bdi className="truncate">{words(row, one)}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
