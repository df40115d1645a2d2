"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { useToast } from "#components/ui/toast.tsx";

/** `discard` answers the way back. */
export function DiscardDraft({ discard }: { discard: () => () => void }) {
  const t = useTranslations("templates");
  const toast = useToast();
  return (
    <Button variant="ghost" onClick={() => toast.success(t("discarded"), { undo: discard() })}>
      {t("discard")}
    </Button>
  );
}
