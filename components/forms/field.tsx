"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext, useId, useMemo } from "react";
import { cn } from "../ui/class-names.ts";
import { Label } from "./label.tsx";

type Wiring = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean; labelId: string };

const FieldContext = createContext<Wiring | undefined>(undefined);

type ControlAttributes = {
  id?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | undefined;
  "aria-required"?: boolean | undefined;
};

/** The attributes that tie a control to the Field around it; what the caller sets wins. */
export function useFieldControl(
  own: { id?: string | undefined; "aria-describedby"?: string | undefined } = {},
): ControlAttributes {
  const field = useContext(FieldContext);
  if (!field) return own;
  return {
    id: own.id ?? field.id,
    "aria-describedby": [own["aria-describedby"], field.describedBy].filter(Boolean).join(" ") || undefined,
    "aria-invalid": field.invalid || undefined,
    "aria-required": field.required || undefined,
  };
}

/** For groups (radio, swatches) that take their name from the Field's label by id. */
export function useFieldLabelId(): string | undefined {
  return useContext(FieldContext)?.labelId;
}

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** The error in words; its presence marks the control invalid. */
  error?: ReactNode;
  required?: boolean;
  /** Says "optional" beside the label; use where most fields are required. */
  optional?: boolean;
  hideLabel?: boolean;
  /** Label left, control right: for switches and checkboxes in settings. */
  inline?: boolean;
  className?: string;
  children: ReactNode;
};

export function Field({ label, hint, error, required, optional, hideLabel, inline, className, children }: FieldProps) {
  const t = useTranslations("ui.field");
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(" ") || undefined;
  const wiring = useMemo(
    () => ({ id, describedBy, invalid: Boolean(error), required: Boolean(required), labelId: `${id}-label` }),
    [id, describedBy, error, required],
  );
  const caption = (
    <Label id={wiring.labelId} htmlFor={id} className={cn(hideLabel && "sr-only")}>
      {label}
      {optional ? <span className="ml-1.5 font-normal text-text-faint text-xs">{t("optional")}</span> : null}
    </Label>
  );
  const notes = (
    <>
      {error ? (
        <p id={errorId} className="flex items-start gap-1.5 text-danger text-xs">
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          <span className="min-w-0">{error}</span>
        </p>
      ) : null}
      {hint ? (
        <p id={hintId} className="text-text-muted text-xs">
          {hint}
        </p>
      ) : null}
    </>
  );
  return (
    <FieldContext.Provider value={wiring}>
      {inline ? (
        <div className={cn("flex min-h-8 items-start justify-between gap-6", className)}>
          <div className="grid min-w-0 gap-0.5">
            {caption}
            {notes}
          </div>
          {children}
        </div>
      ) : (
        <div className={cn("grid min-w-0 content-start gap-1.5", className)}>
          {caption}
          {children}
          {notes}
        </div>
      )}
    </FieldContext.Provider>
  );
}
