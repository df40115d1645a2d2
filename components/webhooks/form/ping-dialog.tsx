"use client";

import { useTranslations } from "next-intl";
import { Dialog, DialogBody } from "#components/ui/dialog.tsx";
import { PingButton } from "./ping-button.tsx";

type PingDialogProps = { url: string; open: boolean; onOpenChange: (open: boolean) => void };

export function PingDialog({ url, open, onOpenChange }: PingDialogProps) {
  const t = useTranslations("webhooks.ping");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} description={t("description")}>
      <DialogBody>
        <p className="wrap-anywhere font-mono text-xs">{url}</p>
        <PingButton url={url} />
      </DialogBody>
    </Dialog>
  );
}
