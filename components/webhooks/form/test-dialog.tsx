"use client";

import { useMutation } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Select } from "#components/forms/select.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import type { PublicEventType } from "#server/core/events/public-types.ts";
import type { Webhook } from "#server/webhooks/schema.ts";
import { Exchange } from "../log/exchange.tsx";

type TestDialogProps = { webhook: Webhook; open: boolean; onOpenChange: (open: boolean) => void };

/** One delivery with made-up data; what was sent and what came back stand side by side. */
export function TestDialog({ webhook, open, onOpenChange }: TestDialogProps) {
  const t = useTranslations("webhooks.test");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} description={t("description")} size="xl">
      <TestForm webhook={webhook} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

function TestForm({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTranslations("webhooks.test");
  const trpc = useTRPC();
  const refusals = useRefusals();
  const [event, setEvent] = useState<PublicEventType | undefined>(webhook.eventTypes[0]);
  const test = useMutation(trpc.webhooks.test.mutationOptions());
  const send = () => test.mutate({ webhookId: webhook.id, ...(event ? { eventType: event } : {}) });
  return (
    <>
      <DialogBody>
        <Field label={t("event")} className="max-w-90">
          <Select
            value={event}
            onValueChange={setEvent}
            options={webhook.eventTypes.map((type) => ({ value: type, label: type }))}
          />
        </Field>
        <p role="alert" className="text-danger text-sm empty:hidden">
          {test.error ? refusals.sentence(test.error) : ""}
        </p>
        <div aria-live="polite" aria-busy={test.isPending}>
          {test.data ? <Exchange attempt={test.data} /> : null}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{t("close")}</Button>
        <Button variant="primary" icon={<Send aria-hidden />} loading={test.isPending} onClick={send}>
          {test.data ? t("again") : t("send")}
        </Button>
      </DialogFooter>
    </>
  );
}
