import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";

type NumberFieldProps = {
  label: string;
  hint?: string;
  unit: string;
  max: number;
  value: number;
  error?: string | undefined;
  onChange: (value: number) => void;
};

/** A whole number with what it counts beside it. */
export function NumberField({ label, hint, unit, max, value, error, onChange }: NumberFieldProps) {
  return (
    <Field label={`${label} (${unit})`} hint={hint} error={error}>
      <Input
        type="number"
        inputMode="numeric"
        min={0}
        max={max}
        value={String(value)}
        className="max-w-40 tabular-nums"
        onChange={(event) => onChange(Math.min(max, Math.max(0, Math.trunc(Number(event.target.value) || 0))))}
      />
    </Field>
  );
}
