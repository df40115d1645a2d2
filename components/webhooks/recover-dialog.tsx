"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { localText, momentOf } from "#components/time/local-moment.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Webhook } from "#server/webhooks/schema.ts";

type RecoverDialogProps = { webhook: Webhook; open: boolean; onOpenChange: (open: boolean) => void };

/** Sends everything that did not arrive since a moment, in its order. */
export function RecoverDialog({ webhook, open, onOpenChange }: RecoverDialogProps) {
  const t = useTranslations("webhooks.recover");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} description={t("description")}>
      {open ? <RecoverForm webhook={webhook} onClose={() => onOpenChange(false)} /> : null}
    </Dialog>
  );
}

const dayMs = 86_400_000;

/** Since the first that did not arrive, or since it was well, as far as that is known. */
function lastWell({ health, createdAt }: Webhook): string {
  const known = health.missedSince ?? health.lastSuccessAt ?? (health.lastFailureAt ? createdAt : undefined);
  return new Date(known ?? Date.now() - dayMs).toISOString();
}

function RecoverForm({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTranslations("webhooks.recover");
  const trpc = useTRPC();
  const toast = useToast();
  const refusals = useRefusals();
  const { cache } = useLive();
  const [since, setSince] = useState(() => lastWell(webhook));
  const recover = useMutation(
    trpc.webhooks.recover.mutationOptions({
      onSuccess: () => {
        cache.refresh(cache.of("webhooks.get"));
        toast.success(t("begun"));
        onClose();
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (since) recover.mutate({ webhookId: webhook.id, since });
  };
  const busy = webhook.recoveryId !== null;
  return (
    <form noValidate className="contents" onSubmit={submit}>
      <DialogBody>
        <Field label={t("since")} hint={t("sinceHint")} error={since ? undefined : t("sinceMissing")} required>
          <Input
            type="datetime-local"
            className="w-56"
            value={localText(since)}
            onChange={(event) => setSince(momentOf(event.target.value))}
          />
        </Field>
        <p role="alert" className="text-danger text-sm empty:hidden">
          {busy ? t("busy") : !webhook.isActive ? t("paused") : recover.error ? refusals.sentence(recover.error) : ""}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{t("cancel")}</Button>
        <Button
          type="submit"
          variant="primary"
          loading={recover.isPending}
          disabled={!since || busy || !webhook.isActive}
        >
          {t("submit")}
        </Button>
      </DialogFooter>
    </form>
  );
}
