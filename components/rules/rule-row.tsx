"use client";

import { History } from "lucide-react";
import { useTranslations } from "next-intl";
import { Switch } from "#components/forms/switch.tsx";
import { OrderedRow } from "#components/tables/ordered-row.tsx";
import { OrderedRowMenu } from "#components/tables/ordered-row-menu.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { cn } from "#components/ui/class-names.ts";
import { DropdownMenuItem } from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { Rule } from "#server/rules/schema.ts";
import { useRuleWords } from "./rule-words.ts";

export type RuleRowProps = {
  rule: Rule;
  index: number;
  count: number;
  mayWrite: boolean;
  onMove: (from: number, to: number) => void;
  onSwitch: (enabled: boolean) => void;
  onEdit: () => void;
  onRuns: () => void;
  onDelete: () => void;
};

/** One rule: what sets it off, what it does, and its place among the others. */
export function RuleRow({ rule, mayWrite, onSwitch, onEdit, onRuns, onDelete, ...place }: RuleRowProps) {
  const t = useTranslations("rules.list");
  const { id, name, enabled, mode } = rule;
  const words = useRuleWords()(rule);
  const position = place.index + 1;
  const handle = mayWrite ? t("handle", { name, position, count: place.count }) : undefined;
  return (
    <OrderedRow {...place} handle={handle} handleId={id}>
      <span aria-hidden className="w-5 shrink-0 text-right text-text-faint text-xs tabular-nums phone:hidden">
        {position}
      </span>
      <div className={cn("grid min-w-0 flex-1", enabled || "text-text-muted")}>
        <span className="flex min-w-0 items-center gap-2">
          {mayWrite ? (
            <button
              type="button"
              onClick={onEdit}
              className="truncate rounded-sm text-start font-medium text-sm hover:underline phone:whitespace-normal"
            >
              {name}
            </button>
          ) : (
            <span className="truncate font-medium text-sm phone:whitespace-normal">{name}</span>
          )}
          {mode === "first" ? <Badge>{t("first")}</Badge> : null}
        </span>
        <span className="truncate text-text-muted text-xs phone:whitespace-normal">{words.when}</span>
        <span className="truncate text-text-muted text-xs phone:whitespace-normal">{words.does}</span>
      </div>
      <IconButton label={t("runs", { name })} onClick={onRuns} className={cn(mayWrite && "phone:hidden")}>
        <History aria-hidden />
      </IconButton>
      <Switch
        aria-label={t(enabled ? "switchOff" : "switchOn", { name })}
        checked={enabled}
        disabled={!mayWrite}
        onCheckedChange={onSwitch}
      />
      {mayWrite ? (
        <OrderedRowMenu {...place} name={name} onEdit={onEdit} onDelete={onDelete}>
          {/* There is no room for a button beside the switch. */}
          <DropdownMenuItem className="hidden phone:flex" icon={<History aria-hidden />} onSelect={onRuns}>
            {t("runs", { name })}
          </DropdownMenuItem>
        </OrderedRowMenu>
      ) : null}
    </OrderedRow>
  );
}
