"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { MatchType, TriggerMatch } from "#server/triggers/schema.ts";
import { lacksPhrase } from "./trigger-draft.ts";

const types: readonly MatchType[] = ["phrase", "contains", "startswith", "endswith", "equals", "regex"];

const isPattern = ({ type }: TriggerMatch) => type === "regex";

type MatchListProps = {
  matches: readonly TriggerMatch[];
  onChange: (matches: TriggerMatch[]) => void;
  /** Words for the values that are empty, or that the server refused. */
  fault: string | undefined;
};

/** The texts a trigger listens for: any of them is enough. */
export function MatchList({ matches, onChange, fault }: MatchListProps) {
  const t = useTranslations("triggers.matches");
  const faulty = lacksPhrase(matches) ? ({ value }: TriggerMatch) => value.trim() === "" : isPattern;
  const change = (index: number, match: Partial<TriggerMatch>) =>
    onChange(matches.map((one, place) => (place === index ? { ...one, ...match } : one)));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium text-sm">{t("legend")}</legend>
      {matches.length === 0 ? <p className="text-sm text-text-muted">{t("any")}</p> : null}
      {matches.map(({ type, value }, index) => (
        <div key={index} className="flex items-center gap-2 phone:flex-wrap">
          <Select
            aria-label={t("type", { number: index + 1 })}
            className="w-48 shrink-0 phone:w-full"
            options={types.map((one) => ({ value: one, label: t(`types.${one}`) }))}
            value={type}
            onValueChange={(next) => change(index, { type: next })}
          />
          <Input
            aria-label={t("value", { number: index + 1 })}
            value={value}
            maxLength={512}
            aria-invalid={(fault !== undefined && faulty({ type, value })) || undefined}
            spellCheck={false}
            placeholder={t(type === "regex" ? "regexExample" : "example")}
            className={cn("phone:w-auto phone:flex-1", type === "regex" && "font-mono")}
            onChange={(event) => change(index, { value: event.target.value })}
          />
          <IconButton
            label={t("remove", { number: index + 1 })}
            onClick={() => onChange(matches.filter((_, place) => place !== index))}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      {fault ? (
        <p role="alert" tabIndex={-1} className="text-danger text-xs">
          {fault}
        </p>
      ) : null}
      <div>
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          disabled={matches.length >= 50}
          onClick={() => onChange([...matches, { type: "phrase", value: "" }])}
        >
          {t("add")}
        </Button>
      </div>
    </fieldset>
  );
}
