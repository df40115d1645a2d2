"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { Switch } from "#components/forms/switch.tsx";
import { OrderedRow } from "#components/tables/ordered-row.tsx";
import { OrderedRowMenu } from "#components/tables/ordered-row-menu.tsx";
import { cn } from "#components/ui/class-names.ts";
import { untilLoaded } from "#components/ui/late/insist.ts";
import type { SlaPolicyView } from "#server/sla/schema.ts";

/** Few levels have a tree: what says it is fetched for those. */
const ConditionList = dynamic(() =>
  untilLoaded(() => import("#components/conditions/condition-list.tsx")).then((it) => it.ConditionList),
);

type PolicyRowProps = {
  policy: SlaPolicyView;
  words: { fits: string; promises: string };
  index: number;
  count: number;
  mayWrite: boolean;
  onMove: (from: number, to: number) => void;
  onSwitch: (enabled: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
};

/** One service level: for whom, what it promises, and its place among the others. */
export function PolicyRow({ policy, words, mayWrite, onSwitch, onEdit, onDelete, ...place }: PolicyRowProps) {
  const t = useTranslations("sla.list");
  const { id, name, enabled } = policy;
  const { tree = [] } = policy.conditions;
  const position = place.index + 1;
  const handle = mayWrite ? t("handle", { name, position, count: place.count }) : undefined;
  return (
    <OrderedRow {...place} handle={handle} handleId={id}>
      <span aria-hidden className="w-5 shrink-0 text-right text-text-faint text-xs tabular-nums phone:hidden">
        {position}
      </span>
      <div className={cn("grid min-w-0 flex-1 grid-cols-1", enabled || "text-text-muted")}>
        {mayWrite ? (
          <button
            type="button"
            onClick={onEdit}
            className="max-w-full justify-self-start truncate rounded-sm font-medium text-sm hover:underline"
          >
            {name}
          </button>
        ) : (
          <span className="truncate font-medium text-sm">{name}</span>
        )}
        <span className="truncate text-sm tabular-nums phone:whitespace-normal">{words.promises}</span>
        <span className="truncate text-text-muted text-xs phone:whitespace-normal">
          {words.fits}
          {words.fits && tree.length > 0 ? " · " : null}
          {tree.length > 0 ? <ConditionList conditions={tree} /> : null}
        </span>
      </div>
      <Switch
        aria-label={t(enabled ? "switchOff" : "switchOn", { name })}
        checked={enabled}
        disabled={!mayWrite}
        onCheckedChange={onSwitch}
      />
      {mayWrite ? <OrderedRowMenu {...place} name={name} onEdit={onEdit} onDelete={onDelete} /> : null}
    </OrderedRow>
  );
}
