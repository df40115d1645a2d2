"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { useToast } from "#components/ui/toast.tsx";
import type { Webhook } from "#server/webhooks/schema.ts";
import { WebhookSheet } from "./form/later-sheet.tsx";
import { PingDialog } from "./form/ping-dialog.tsx";
import { SecretDialog } from "./form/secret-dialog.tsx";
import { TestDialog } from "./form/test-dialog.tsx";
import { SampleDialog } from "./sample-dialog.tsx";

const RecoverDialog = dynamic(() => untilLoaded(() => import("./recover-dialog.tsx")).then((it) => it.RecoverDialog), {
  loading: () => null,
});

export type WebhookDialog = "edit" | "test" | "ping" | "recover" | "rotate" | "sample" | "delete";

type WebhookDialogsProps = {
  webhook: Webhook;
  shown: WebhookDialog | undefined;
  onShownChange: (shown: WebhookDialog | undefined) => void;
  onDeleted?: () => void;
};

/** Everything that can be done to one webhook, whichever page it is done from. */
export function WebhookDialogs({ webhook, shown, onShownChange, onDeleted }: WebhookDialogsProps) {
  const control = (dialog: WebhookDialog) => ({
    webhook,
    open: shown === dialog,
    onOpenChange: (open: boolean) => onShownChange(open ? dialog : undefined),
  });
  const [moved, setMoved] = useState<Webhook>();
  return (
    <>
      <WebhookSheet {...control("edit")} onSecret={setMoved} />
      <SecretDialog webhook={moved} fresh={false} onClose={() => setMoved(undefined)} />
      <TestDialog {...control("test")} />
      <PingDialog {...control("ping")} url={webhook.url} />
      {shown === "recover" ? <RecoverDialog {...control("recover")} /> : null}
      <SampleDialog {...control("sample")} />
      <RotateSecret {...control("rotate")} />
      <DeleteWebhook {...control("delete")} {...(onDeleted ? { onDeleted } : {})} />
    </>
  );
}

type OneProps = { webhook: Webhook; open: boolean; onOpenChange: (open: boolean) => void };

function RotateSecret({ webhook, open, onOpenChange }: OneProps) {
  const t = useTranslations("webhooks.rotate");
  const client = useTRPCClient().webhooks;
  const { cache } = useLive();
  const refusals = useRefusals();
  const [rotated, setRotated] = useState<Webhook>();
  const rotate = async () => {
    setRotated(await client.rotateSecret.mutate({ webhookId: webhook.id }));
    cache.refresh([...cache.of("webhooks.list"), ...cache.of("webhooks.get")]);
  };
  return (
    <>
      <ConfirmDialog
        danger
        open={open}
        onOpenChange={onOpenChange}
        title={t("title")}
        description={t(webhook.secretOverlap ? "overlap" : "description")}
        confirmLabel={t("confirm")}
        onConfirm={rotate}
        errorText={(error) => refusals.sentence(error)}
      />
      <SecretDialog webhook={rotated} fresh={false} onClose={() => setRotated(undefined)} />
    </>
  );
}

function DeleteWebhook({ webhook, open, onOpenChange, onDeleted }: OneProps & { onDeleted?: () => void }) {
  const t = useTranslations("webhooks.remove");
  const client = useTRPCClient().webhooks;
  const { cache } = useLive();
  const toast = useToast();
  const refusals = useRefusals();
  const remove = async () => {
    await client.delete.mutate({ webhookId: webhook.id });
    cache.refresh(cache.of("webhooks.list"));
    toast.success(t("done"));
    onDeleted?.();
  };
  return (
    <ConfirmDialog
      danger
      open={open}
      onOpenChange={onOpenChange}
      title={t("title")}
      description={<span className="wrap-anywhere">{t("description", { url: webhook.url })}</span>}
      confirmLabel={t("confirm")}
      onConfirm={remove}
      errorText={(error) => refusals.sentence(error)}
    />
  );
}
