"use client";

import { useTranslations } from "next-intl";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { localText, momentOf } from "#components/time/local-moment.ts";
import { cn } from "#components/ui/class-names.ts";

type SpanFieldsProps = {
  /** ISO dates, or empty. */
  from: string;
  to: string;
  onSpan: (span: { from: string; to: string }) => void;
  hideLabels?: boolean;
  error?: string | undefined;
  className?: string;
};

/** Two moments in the reader's own time. */
export function SpanFields({ from, to, onSpan, hideLabels, error, className }: SpanFieldsProps) {
  const t = useTranslations("webhooks.filters");
  const compact = hideLabels ? "[&_input]:h-7" : "";
  return (
    <div className={cn("flex min-w-0 flex-wrap gap-1.5", className)}>
      <Field label={t("from")} hideLabel={hideLabels ?? false} className={cn("w-48", compact)}>
        <Input
          type="datetime-local"
          value={localText(from)}
          onChange={(event) => onSpan({ from: momentOf(event.target.value), to })}
        />
      </Field>
      <Field label={t("to")} hideLabel={hideLabels ?? false} error={error} className={cn("w-48", compact)}>
        <Input
          type="datetime-local"
          value={localText(to)}
          onChange={(event) => onSpan({ from, to: momentOf(event.target.value) })}
        />
      </Field>
    </div>
  );
}
