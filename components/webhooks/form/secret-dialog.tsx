"use client";

import { useTranslations } from "next-intl";
import { OnceCode } from "#components/json/once-code.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import type { Webhook } from "#server/webhooks/schema.ts";
import { SampleCode } from "../sample-code.tsx";

type SecretDialogProps = {
  /** With its whole secret, as it comes from creation and rotation only. */
  webhook: Webhook | undefined;
  fresh: boolean;
  onClose: () => void;
  onOpenLog?: (() => void) | undefined;
};

/** The secret, this once, and code that checks it. */
export function SecretDialog({ webhook, fresh, onClose, onOpenLog }: SecretDialogProps) {
  const t = useTranslations("webhooks.secret");
  return (
    <Dialog
      open={webhook !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={fresh ? t("createdTitle") : t("rotatedTitle")}
      description={t("description")}
      size="lg"
    >
      {webhook ? (
        <DialogBody>
          <OnceCode label={t("label")} code={webhook.secret} />
          <p className="mt-2 font-medium text-sm">{t("next")}</p>
          <SampleCode facts={{ ...webhook, webhookId: webhook.id }} />
        </DialogBody>
      ) : null}
      <DialogFooter>
        {onOpenLog ? <Button onClick={onOpenLog}>{t("openLog")}</Button> : null}
        <Button variant="primary" onClick={onClose}>
          {t("done")}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
