"use client";

import { useReactFlow, useStore } from "@xyflow/react";
import { Maximize, Minus, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { cn } from "#components/ui/class-names.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { PlacedSlot } from "./flow-layout.ts";

const fitting = { maxZoom: 1, minZoom: 0.4, padding: 0.12 };

export function ZoomBar() {
  const t = useTranslations("flows.canvas");
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100));
  return (
    <div className="flex items-center rounded-md border border-border bg-surface-raised">
      <IconButton size="sm" label={t("zoomOut")} onClick={() => void zoomOut()}>
        <Minus aria-hidden />
      </IconButton>
      <span className="w-10 text-center text-text-muted text-xs tabular">{percent}%</span>
      <IconButton size="sm" label={t("zoomIn")} onClick={() => void zoomIn()}>
        <Plus aria-hidden />
      </IconButton>
      <IconButton size="sm" label={t("fit")} onClick={() => void fitView(fitting)}>
        <Maximize aria-hidden />
      </IconButton>
    </div>
  );
}

type DropMarksProps = { slots: readonly PlacedSlot[]; near: PlacedSlot | undefined };

/** The places where a dragged step may go, the nearest one filled. */
export const DropMarks = memo(function DropMarks({ slots, near }: DropMarksProps) {
  return slots.map((slot) => (
    <div
      key={`${slot.slot.parent} ${slot.slot.label} ${slot.slot.after}`}
      style={{ transform: `translate(${slot.x - 60}px, ${slot.y - 4}px)` }}
      className={cn(
        "pointer-events-none absolute h-2 w-30 rounded-full border border-dashed",
        slot === near ? "border-accent bg-accent" : "border-accent/50 bg-accent/10",
      )}
    />
  ));
});
