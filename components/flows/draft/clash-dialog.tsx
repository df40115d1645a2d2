"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { Sides } from "./conflict-dialog.tsx";
import type { FlowDraft } from "./use-flow-draft.ts";

type ClashDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; draft: FlowDraft };

/**
 * A colleague saved the draft while it was being changed here: shows both sides and asks. Nothing is lost without a
 * choice.
 */
export function ClashDialog({ open, onOpenChange, draft }: ClashDialogProps) {
  const t = useTranslations("flows.clash");
  const theirs = draft.clash?.theirs;
  const choose = (side: "theirs" | "mine") => {
    draft.choose(side);
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={theirs ? t("title", { name: theirs.author }) : t("titleGone")}
      description={t("text")}
    >
      <DialogBody>
        <Sides theirs={theirs?.nodes ?? draft.base.nodes} mine={draft.nodes} base={draft.base.nodes} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => onOpenChange(false)}>{t("later")}</Button>
        <Button onClick={() => choose("theirs")}>{theirs ? t("takeTheirs") : t("takePublished")}</Button>
        <Button variant="primary" onClick={() => choose("mine")}>
          {t("keepMine")}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
