"use client";

import { useTranslations } from "next-intl";
import { Switch } from "#components/forms/switch.tsx";
import { OrderedRow } from "#components/tables/ordered-row.tsx";
import { OrderedRowMenu } from "#components/tables/ordered-row-menu.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { Trigger } from "#server/triggers/schema.ts";

export type TriggerRowProps = {
  trigger: Trigger;
  index: number;
  count: number;
  mayWrite: boolean;
  onMove: (from: number, to: number) => void;
  onSwitch: (enabled: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
};

/** One rule: what it listens for, what it does, and its place among the others. */
export function TriggerRow({ trigger, mayWrite, onSwitch, onEdit, onDelete, ...place }: TriggerRowProps) {
  const t = useTranslations("triggers.list");
  const { id, name, enabled } = trigger;
  const position = place.index + 1;
  const handle = mayWrite ? t("handle", { name, position, count: place.count }) : undefined;
  return (
    <OrderedRow {...place} handle={handle} handleId={id}>
      <span aria-hidden className="w-5 shrink-0 text-right text-text-faint text-xs tabular-nums">
        {position}
      </span>
      <Words trigger={trigger} onEdit={mayWrite ? onEdit : undefined} />
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

function Words({ trigger, onEdit }: { trigger: Trigger; onEdit: (() => void) | undefined }) {
  const t = useTranslations("triggers");
  const { name, enabled, conditions, actions } = trigger;
  const heard = conditions.matches.map(({ type, value }) =>
    t("list.match", { type: t(`matches.types.${type}`), value }),
  );
  const does = [
    actions.response && actions.response.length > 0 ? t("list.answers") : "",
    actions.operatorNeeded ? t("list.handsOver") : "",
    actions.goToName ? t("list.goesTo", { name: actions.goToName }) : "",
    actions.tag ? t("list.tags", { tag: actions.tag }) : "",
    (actions.assignTo?.length ?? 0) > 0 ? t("list.assigns") : "",
    actions.ignoreLead ? t("list.ignoresLead") : "",
    actions.once ? t("list.once") : "",
  ].filter((words) => words !== "");
  return (
    <div className={cn("grid min-w-0 flex-1", enabled || "opacity-60")}>
      <span className="flex min-w-0 items-center gap-2">
        {onEdit ? (
          <button type="button" onClick={onEdit} className="truncate rounded-sm font-medium text-sm hover:underline">
            {name}
          </button>
        ) : (
          <span className="truncate font-medium text-sm">{name}</span>
        )}
        {conditions.businessHours ? <Badge>{t(`form.hour.${conditions.businessHours}`)}</Badge> : null}
      </span>
      <span className="line-clamp-2 break-words text-text-muted text-xs sm:line-clamp-1">
        {heard.length > 0 ? heard.join(" · ") : t("matches.any")}
      </span>
      {does.length > 0 ? (
        <span className="line-clamp-2 break-words text-text-muted text-xs sm:line-clamp-1">{does.join(", ")}</span>
      ) : null}
    </div>
  );
}
