"use client";

import { ConditionRows, type ConditionRowsProps } from "./condition-rows.tsx";

type ConditionEditorProps = ConditionRowsProps & {
  label: string;
  hint?: string;
  error?: string | undefined;
};

/** Conditions that must all hold, and groups of them: all, any or none; what is of an unknown type is edited as JSON. */
export function ConditionEditor({ label, hint, error, ...rows }: ConditionEditorProps) {
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <ConditionRows {...rows} most={100} depth={0} prefix="">
        {error ? (
          <p role="alert" tabIndex={-1} className="text-danger text-xs">
            {error}
          </p>
        ) : null}
        {hint ? <p className="text-text-muted text-xs">{hint}</p> : null}
      </ConditionRows>
    </fieldset>
  );
}
