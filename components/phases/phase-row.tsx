"use client";

import { useTranslations } from "next-intl";
import type { KeyboardEvent } from "react";
import { OrderedRow } from "#components/tables/ordered-row.tsx";
import { OrderedRowMenu } from "#components/tables/ordered-row-menu.tsx";
import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import type { Phase } from "#server/phases/schema.ts";

const tones: Record<Phase["type"], BadgeTone> = { progress: "neutral", success: "success", lost: "danger" };

type PhaseRowProps = {
  phase: Phase;
  index: number;
  count: number;
  lifted: boolean;
  onKey: (event: KeyboardEvent) => void;
  onBlur: () => void;
  onMove: (from: number, to: number) => void;
  onEdit: () => void;
  onDelete: () => void;
};

export function PhaseRow({ phase, lifted, onKey, onBlur, onEdit, onDelete, ...place }: PhaseRowProps) {
  const t = useTranslations("phases");
  const { name, type, agingDays: aging, staleDays: stale } = phase;
  return (
    <OrderedRow
      {...place}
      handle={t("handle", { name, position: place.index + 1, count: place.count })}
      handleId={phase.id}
      lifted={lifted}
      onKey={onKey}
      onBlur={onBlur}
      className="min-h-12"
    >
      <div className="grid min-w-0 flex-1">
        <span className="truncate font-medium text-sm">{name}</span>
        <span className="text-text-muted text-xs">
          {aging > 0 || stale > 0 ? t("ages", { aging, stale }) : t("noAges")}
        </span>
      </div>
      <Badge tone={tones[type]}>{t(`types.${type}`)}</Badge>
      <OrderedRowMenu {...place} name={name} onEdit={onEdit} onDelete={onDelete} />
    </OrderedRow>
  );
}
