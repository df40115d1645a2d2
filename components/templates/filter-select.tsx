"use client";

import { useTranslations } from "next-intl";
import { Select } from "#components/forms/select.tsx";

type FilterSelectProps = {
  /** What is narrowed: "Status". */
  label: string;
  /** "" is every one. */
  value: string;
  onValueChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
};

/** One choice that narrows a list, or all. */
export function FilterSelect({ label, value, onValueChange, options }: FilterSelectProps) {
  const t = useTranslations("templates.filters");
  const known = options.some((option) => option.value === value);
  return (
    <Select
      aria-label={label}
      value={known ? value : "all"}
      onValueChange={(next) => onValueChange(next === "all" ? "" : next)}
      options={[{ value: "all", label: t("all", { what: label }) }, ...options]}
      className="w-44 phone:w-auto phone:min-w-32 phone:flex-1"
    />
  );
}
