"use client";

import { ArrowDownUp, Minus, Pencil, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "#components/ui/class-names.ts";
import { useFieldWords } from "../step/field-words.ts";
import type { FieldChange, NodeChange } from "./flow-diff.ts";

const kinds = {
  added: { icon: Plus, tone: "text-success" },
  removed: { icon: Minus, tone: "text-danger" },
  changed: { icon: Pencil, tone: "text-warning" },
} as const;

/** What differs between two lists, a step at a time. */
export function FlowChanges({ changes }: { changes: readonly NodeChange[] }) {
  const t = useTranslations("flows.changes");
  if (changes.length === 0) return <p className="text-sm text-text-muted">{t("none")}</p>;
  return (
    <ul className="grid gap-1.5">
      {changes.map((change) => (
        <Change key={`${change.kind} ${change.name}`} change={change} />
      ))}
    </ul>
  );
}

function Change({ change }: { change: NodeChange }) {
  const t = useTranslations("flows.changes");
  const { icon: Icon, tone } = kinds[change.kind];
  return (
    <li className="rounded-md border border-border px-2.5 py-2 text-sm">
      <div className="flex items-center gap-2">
        <Icon aria-hidden className={cn("size-3.5 shrink-0", tone)} />
        <span className="min-w-0 flex-1 truncate">
          <span className="sr-only">{t(change.kind)} </span>
          <span className="font-medium">{change.name}</span>
          {change.renamedFrom ? (
            <span className="text-text-muted"> {t("renamed", { name: change.renamedFrom })}</span>
          ) : null}
          {change.kind === "changed" ? null : <span className="ms-1.5 text-text-muted">{change.words}</span>}
        </span>
        {change.moved ? (
          <span className="inline-flex items-center gap-1 text-text-muted text-xs">
            <ArrowDownUp aria-hidden className="size-3" />
            {t("moved")}
          </span>
        ) : null}
      </div>
      {change.fields.length > 0 ? (
        <dl className="mt-1.5 grid gap-1.5 ps-5.5">
          {change.fields.map((field) => (
            <FieldLine key={field.field} change={field} />
          ))}
        </dl>
      ) : null}
    </li>
  );
}

function FieldLine({ change }: { change: FieldChange }) {
  const t = useTranslations("flows.changes");
  const key = `fields.${change.field}` as Parameters<typeof t>[0];
  const words = useFieldWords();
  return (
    <div className="grid gap-0.5">
      <dt className="text-text-muted text-xs">{t.has(key) ? t(key) : change.field}</dt>
      <dd dir="auto" className="text-xs wrap-anywhere">
        <del className="block whitespace-pre-wrap text-danger empty:hidden">
          <span className="sr-only">{t("before")} </span>
          {words(change.field, change.before)}
        </del>
        <ins className="block whitespace-pre-wrap text-success no-underline">
          <span className="sr-only">{t("after")} </span>
          {words(change.field, change.after)}
        </ins>
      </dd>
    </div>
  );
}
