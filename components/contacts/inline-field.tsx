"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { useOvertaken } from "#components/forms/use-overtaken.ts";
import { cn } from "#components/ui/class-names.ts";
import { useToast } from "#components/ui/toast.tsx";

type InlineFieldProps = {
  label: string;
  value: string;
  /** Shown instead of the plain value while it is not being changed. */
  display?: ReactNode;
  type?: "text" | "email" | "tel" | "date" | "url";
  maxLength?: number;
  /** Left out for people who may not change it. */
  onSave?: ((value: string) => Promise<void>) | undefined;
  /** Words for what is wrong with a value; undefined: it can be saved. */
  faultOf?: (value: string) => string | undefined;
  className?: string;
};

/** A value that is changed where it stands: Enter or leaving saves, Escape restores, errors stand below. */
export function InlineField(props: InlineFieldProps) {
  const { label, value, display, onSave, className } = props;
  const t = useTranslations("contacts.inline");
  const [editing, setEditing] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const done = () => {
    setEditing(false);
    requestAnimationFrame(() => trigger.current?.focus());
  };
  const shown = display ?? (value === "" ? undefined : value);
  const text = shown ?? <span className="text-text-faint">{onSave ? t("add") : t("empty")}</span>;
  if (editing && onSave) {
    return (
      <div className={cn("py-1", className)}>
        <Editor {...props} onSave={onSave} onDone={done} onLeave={() => setEditing(false)} />
      </div>
    );
  }
  return (
    <div className={cn("grid grid-cols-[7rem_minmax(0,1fr)] items-start gap-2", className)}>
      <span className="py-1.5 text-text-muted text-xs leading-5 touch:py-3">{label}</span>
      {onSave ? (
        <button
          ref={trigger}
          type="button"
          aria-label={value ? t("change", { field: label, value }) : `${label}: ${t("add")}`}
          onClick={() => setEditing(true)}
          className="-mx-2 min-w-0 rounded-md px-2 py-1 text-start text-sm hover:bg-text/5 touch:min-h-11"
        >
          <bdi className="wrap-anywhere">{text}</bdi>
        </button>
      ) : (
        <span className="wrap-anywhere py-1 text-sm touch:py-3">
          <bdi>{text}</bdi>
        </span>
      )}
    </div>
  );
}

type EditorProps = InlineFieldProps & {
  onSave: (value: string) => Promise<void>;
  onDone: () => void;
  /** The focus has gone elsewhere and stays there. */
  onLeave: () => void;
};

function Editor({ label, value, type = "text", maxLength, onSave, faultOf, onDone, onLeave }: EditorProps) {
  // A colleague may change the value meanwhile: leaving must not write the old one over it, nor another one unseen.
  const { begun, told } = useOvertaken(value);
  const [text, setText] = useState(value);
  const [fault, setFault] = useState<string>();
  const [saving, setSaving] = useState(false);
  const settled = useRef(false);
  const box = useRef<HTMLInputElement>(null);
  const toast = useToast();
  const save = async (after: () => void) => {
    if (settled.current || saving) return;
    const next = text.trim();
    if (next === begun) return finish(after);
    const wrong = faultOf?.(next);
    if (wrong) return setFault(wrong);
    const overtaken = told(next, after === onLeave);
    if (overtaken) return say(overtaken, next);
    setSaving(true);
    try {
      await onSave(next);
      finish(after);
    } catch (error) {
      setSaving(false);
      say(error instanceof Error ? error.message : String(error), next);
    }
  };
  const say = (words: string, next: string) => {
    setFault(words);
    // One looks at something else by now: what was typed is to be read there.
    if (!box.current) toast.error(words, { description: `${label}: ${next}` });
  };
  const finish = (after: () => void) => {
    settled.current = true;
    after();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.nativeEvent.isComposing) void save(onDone);
    else if (event.key === "Escape") finish(onDone);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Field label={label} error={fault}>
      <Input
        ref={box}
        autoFocus
        type={type}
        value={text}
        maxLength={maxLength}
        readOnly={saving}
        aria-busy={saving || undefined}
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setText(event.target.value);
          setFault(undefined);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => void save(onLeave)}
      />
    </Field>
  );
}
