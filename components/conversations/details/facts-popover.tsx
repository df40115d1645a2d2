"use client";

import { SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#components/ui/popover.tsx";

type FactsPopoverProps = {
  /** Asked for by a key. */
  open: boolean;
  onClose: () => void;
  assignee: ReactNode;
  phase: ReactNode;
  tags: ReactNode;
  amount: ReactNode;
  /** Of a lost deal only. */
  lostReason: ReactNode;
};

/** What has no room in a compact head: where the conversation stands, one thing under the other. */
export function FactsPopover({ open, onClose, assignee, phase, tags, amount, lostReason }: FactsPopoverProps) {
  const t = useTranslations("conversations");
  const [asked, setAsked] = useState(false);
  const change = (next: boolean) => {
    setAsked(next);
    if (!next) onClose();
  };
  const lines = [
    [t("assignee.label"), assignee],
    [t("phase.label"), phase],
    [t("tags.label"), tags],
    [t("amount.label"), amount],
    ...(lostReason ? [[t("lostReason.label"), lostReason] as const] : []),
  ] as const;
  return (
    <Popover open={asked || open} onOpenChange={change}>
      <PopoverTrigger asChild>
        <IconButton label={t("header.facts")} size="sm">
          <SlidersHorizontal aria-hidden />
        </IconButton>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t("header.facts")} className="grid w-72 gap-2.5 p-3">
        {lines.map(([label, control]) => (
          <div key={label} className="grid grid-cols-[5rem_1fr] items-center gap-2">
            <span aria-hidden className="text-text-muted text-xs">
              {label}
            </span>
            <span className="flex min-w-0">{control}</span>
          </div>
        ))}
      </PopoverContent>
    </Popover>
  );
}
