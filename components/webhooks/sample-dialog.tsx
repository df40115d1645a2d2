"use client";

import { useTranslations } from "next-intl";
import { Dialog, DialogBody } from "#components/ui/dialog.tsx";
import type { Webhook } from "#server/webhooks/schema.ts";
import { secretPlaceholder } from "./receiver-samples.ts";
import { SampleCode } from "./sample-code.tsx";

type SampleDialogProps = { webhook: Webhook; open: boolean; onOpenChange: (open: boolean) => void };

export function SampleDialog({ webhook, open, onOpenChange }: SampleDialogProps) {
  const t = useTranslations("webhooks.sample");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} description={t("description")} size="lg">
      <DialogBody>
        <SampleCode facts={{ ...webhook, webhookId: webhook.id, secret: secretPlaceholder }} />
      </DialogBody>
    </Dialog>
  );
}
