"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { Input } from "#components/forms/input.tsx";
import { useOvertaken } from "#components/forms/use-overtaken.ts";
import { failureOf } from "#components/live/api.ts";
import { cn } from "#components/ui/class-names.ts";
import { Spinner } from "#components/ui/spinner.tsx";
import { useToast } from "#components/ui/toast.tsx";

type EditableFieldProps = {
  label: string;
  value: string;
  /** Rejects when it was not saved; the words of the refusal stand under the field. */
  onSave?: ((value: string) => Promise<unknown>) | undefined;
  type?: "text" | "email" | "tel" | "date" | "url";
  maxLength?: number;
  /** An empty value is refused. */
  required?: boolean;
};

/** A value that becomes a text box where it stands: Enter saves, Escape restores. */
export function EditableField({ label, value, onSave, type = "text", maxLength = 255, required }: EditableFieldProps) {
  const t = useTranslations("conversations");
  const [draft, setDraft] = useState<string>();
  // A colleague may change the value meanwhile: leaving must not write the old one over it, nor another one unseen.
  const { begun, begin, told, refused } = useOvertaken(value);
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const toast = useToast();
  const id = useId();

  const edit = () => {
    begin();
    setDraft(value);
  };
  const stop = (refocus: boolean) => {
    setDraft(undefined);
    setError(undefined);
    if (refocus) requestAnimationFrame(() => button.current?.focus());
  };
  const save = async (refocus: boolean) => {
    const typed = (draft ?? "").trim();
    if (!onSave || typed === begun || (required && typed === "")) return stop(refocus);
    const overtaken = told(typed, !refocus);
    if (overtaken) return setError(overtaken);
    setSaving(true);
    try {
      await onSave(typed);
      stop(refocus);
    } catch (cause) {
      const words = refused(cause) || failureOf(cause).message || t("failed.change");
      setError(words);
      // One looks at something else by now: what was typed is to be read there.
      if (!box.current) toast.error(words, { description: `${label}: ${typed}` });
    } finally {
      setSaving(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") void save(true);
    else if (event.key === "Escape") stop(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="grid grid-cols-[5.5rem_1fr] items-start gap-x-2 text-sm">
      <dt id={`${id}-label`} className="truncate py-1 text-text-muted text-xs leading-5 touch:py-3">
        {label}
      </dt>
      <dd className="min-w-0">
        {draft === undefined ? (
          <Shown
            ref={button}
            value={value}
            label={t("details.edit", { field: label })}
            onEdit={onSave ? edit : undefined}
          />
        ) : (
          <>
            <Input
              ref={box}
              autoFocus
              type={type}
              value={draft}
              maxLength={maxLength}
              aria-labelledby={`${id}-label`}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-error` : undefined}
              readOnly={saving}
              trailing={saving ? <Spinner label={t("details.saving")} /> : undefined}
              onChange={(event) => setDraft(event.target.value)}
              onFocus={(event) => event.target.select()}
              onBlur={() => void save(false)}
              onKeyDown={onKeyDown}
              className="h-7"
            />
            {error ? (
              <p id={`${id}-error`} role="alert" className="pt-1 text-danger text-xs">
                {error}
              </p>
            ) : null}
          </>
        )}
      </dd>
    </div>
  );
}

type ShownProps = {
  value: string;
  label: string;
  onEdit: (() => void) | undefined;
  ref: React.Ref<HTMLButtonElement>;
};

function Shown({ value, label, onEdit, ref }: ShownProps) {
  const t = useTranslations("conversations.details");
  const text = (
    <span dir="auto" className={cn("block truncate", value === "" && "text-text-faint")}>
      {value || t("empty")}
    </span>
  );
  if (!onEdit) return <span className="block px-1.5 py-1">{text}</span>;
  return (
    <button
      ref={ref}
      type="button"
      onClick={onEdit}
      title={value || undefined}
      className="block w-full rounded-md px-1.5 py-1 text-start hover:bg-text/6 touch:min-h-11"
    >
      {text}
      <span className="sr-only">{label}</span>
    </button>
  );
}
