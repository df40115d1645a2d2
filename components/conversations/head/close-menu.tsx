"use client";

import { ArchiveRestore, ChevronDown, CircleCheck, CircleSlash } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { AfterClosing } from "./after-closing.tsx";

type CloseMenuProps = {
  closed: boolean;
  disabled: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onClose: (isLead: boolean) => void;
  onReopen: () => void;
};

/** Ends a conversation, and says whether something came of it; or takes it up again. */
export function CloseMenu({ closed, disabled, open, onOpenChange, onClose, onReopen }: CloseMenuProps) {
  const t = useTranslations("conversations.close");
  if (closed) {
    return (
      <Button size="sm" disabled={disabled} onClick={onReopen} icon={<ArchiveRestore aria-hidden />}>
        {t("reopen")}
      </Button>
    );
  }
  return (
    <DropdownMenu open={open} onOpenChange={onOpenChange}>
      <DropdownMenuTrigger asChild>
        <Button size="sm" disabled={disabled} aria-label={t("menu")}>
          {t("label")}
          <ChevronDown aria-hidden className="size-3.5! text-text-faint" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem icon={<CircleCheck aria-hidden className="text-success!" />} onSelect={() => onClose(true)}>
          {t("lead")}
        </DropdownMenuItem>
        <DropdownMenuItem icon={<CircleSlash aria-hidden />} onSelect={() => onClose(false)}>
          {t("noLead")}
        </DropdownMenuItem>
        <AfterClosing />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
