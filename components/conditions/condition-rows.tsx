"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Select } from "#components/forms/select.tsx";
import { isRecord } from "#components/live/records.ts";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { ConditionValue } from "./condition-value.tsx";
import {
  type ConditionKind,
  freshCondition,
  groupOf,
  innerOf,
  isGroup,
  kindOf,
  kindsFor,
  type SlotOption,
} from "./conditions.ts";
import { JsonField } from "./json-field.tsx";

export type ConditionRowsProps = {
  conditions: readonly unknown[];
  /** What may be known of the visitor. */
  slots: readonly SlotOption[];
  disabled: boolean;
  onChange: (conditions: unknown[]) => void;
};

type PlacedProps = ConditionRowsProps & {
  most: number;
  depth: number;
  /** The number of the group that these are in, such as `2.`. */
  prefix: string;
  children?: ReactNode;
};

/** Conditions one below the other, and a button for one more; a group without any goes. */
export function ConditionRows(props: PlacedProps) {
  const { conditions, slots, disabled, onChange, most, depth, prefix, children } = props;
  const t = useTranslations("conditions");
  const change = (at: number, next: unknown) => onChange(conditions.map((one, place) => (place === at ? next : one)));
  const remove = (at: number) => onChange(conditions.filter((_, place) => place !== at));
  return (
    <>
      {conditions.map((condition, at) => (
        <ConditionRow
          key={at}
          {...{ condition, slots, disabled, depth, number: `${prefix}${at + 1}` }}
          onChange={(next) => change(at, next)}
          onRemove={() => remove(at)}
        />
      ))}
      {children}
      {disabled || conditions.length >= most ? null : (
        <Button
          size="sm"
          variant="ghost"
          icon={<Plus aria-hidden />}
          className="justify-self-start"
          onClick={() => onChange([...conditions, freshCondition("slot", undefined)])}
        >
          {depth === 0 ? t("add") : t("addWithin")}
        </Button>
      )}
    </>
  );
}

type ConditionRowProps = {
  condition: unknown;
  slots: readonly SlotOption[];
  disabled: boolean;
  depth: number;
  number: string;
  onChange: (condition: unknown) => void;
  onRemove: () => void;
};

function ConditionRow({ condition, slots, disabled, depth, number, onChange, onRemove }: ConditionRowProps) {
  const t = useTranslations("conditions");
  const kind = kindOf(condition, depth);
  return (
    <div className="flex items-start gap-1">
      <div className="grid min-w-0 flex-1 gap-1.5">
        <Select
          aria-label={t("number", { number })}
          value={kind}
          disabled={disabled}
          options={kindsFor(kind, depth).map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onValueChange={(next: ConditionKind) => onChange(freshCondition(next, condition, depth))}
        />
        {isGroup(kind) ? (
          <fieldset
            aria-label={t("within", { number })}
            className="grid min-w-0 gap-2 border-border-strong border-s-2 ps-3"
          >
            <ConditionRows
              {...{ slots, disabled, most: 50, depth: depth + 1, prefix: `${number}.` }}
              conditions={innerOf(condition)}
              onChange={(inner) => (inner.length === 0 ? onRemove() : onChange(groupOf(kind, inner)))}
            />
          </fieldset>
        ) : kind === "json" || !isRecord(condition) ? (
          <JsonField label={t("json", { number })} value={condition} disabled={disabled} onChange={onChange} />
        ) : (
          <ConditionValue kind={kind} condition={condition} slots={slots} disabled={disabled} onChange={onChange} />
        )}
      </div>
      {disabled ? null : (
        <IconButton size="sm" label={t("remove", { number })} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
