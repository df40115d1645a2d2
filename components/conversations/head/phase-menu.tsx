"use client";

import { ChevronDown, Milestone } from "lucide-react";
import { useTranslations } from "next-intl";
import { Combobox } from "#components/forms/combobox.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Directory } from "../data/directory.ts";

type PhaseMenuProps = {
  phaseId: string;
  directory: Directory;
  disabled: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onMove: (phaseId: string) => void;
};

/** The phase as a chip that opens the choice of another. */
export function PhaseMenu({ phaseId, directory, disabled, open, onOpenChange, onMove }: PhaseMenuProps) {
  const t = useTranslations("conversations.phase");
  const name = directory.phase(phaseId) ?? t("unknown");
  return (
    <Combobox
      label={t("label")}
      searchLabel={t("search")}
      options={directory.phases.map((phase) => ({ value: phase.id, label: phase.name }))}
      value={phaseId}
      open={open}
      onOpenChange={onOpenChange}
      onValueChange={onMove}
      trigger={
        <Button size="sm" disabled={disabled} aria-label={t("menu", { name })} className="min-w-0 shrink font-normal">
          <Milestone aria-hidden className="text-text-faint" />
          <span className="max-w-36 truncate">{name}</span>
          <ChevronDown aria-hidden className="size-3.5! text-text-faint" />
        </Button>
      }
    />
  );
}
