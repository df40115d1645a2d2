"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Select } from "#components/forms/select.tsx";
import { useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { PublicEventType } from "#server/core/events/public-types.ts";
import type { Webhook } from "#server/webhooks/schema.ts";
import { SpanFields } from "./span-fields.tsx";

type Span = { from: string; to: string };

type RedeliverFailedProps = {
  webhook: Webhook;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Puts every failed delivery of a time back into the queue. */
export function RedeliverFailed({ webhook, open, onOpenChange }: RedeliverFailedProps) {
  const t = useTranslations("webhooks.redeliver");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} description={t("description")}>
      <RedeliverForm webhook={webhook} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

const dayMs = 86_400_000;

function RedeliverForm({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTranslations("webhooks.redeliver");
  const tFilters = useTranslations("webhooks.filters");
  const toast = useToast();
  const refusals = useRefusals();
  const [span, setSpan] = useState<Span>(() => ({ from: new Date(Date.now() - dayMs).toISOString(), to: "" }));
  const [event, setEvent] = useState<PublicEventType | "all">("all");
  const redeliver = useRedeliverAll(webhook.id);
  const backwards = span.from !== "" && span.to !== "" && span.to < span.from;
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (backwards) return;
    redeliver.mutate(
      { ...span, event },
      {
        onSuccess: ({ queued, more, left }) => {
          const also = [more ? t("more") : "", left > 0 ? t("left", { count: left }) : ""].filter(Boolean).join(" ");
          toast.success(t("done", { count: queued }), also ? { description: also } : {});
          onClose();
        },
      },
    );
  };
  return (
    <form noValidate className="contents" onSubmit={submit}>
      <DialogBody>
        <SpanFields {...span} onSpan={setSpan} error={backwards ? t("badRange") : undefined} className="gap-4" />
        <Field label={tFilters("event")} className="max-w-80">
          <Select
            value={event}
            onValueChange={setEvent}
            options={[
              { value: "all", label: tFilters("allEvents") },
              ...webhook.eventTypes.map((value) => ({ value, label: value })),
            ]}
          />
        </Field>
        <p role="alert" className="text-danger text-sm empty:hidden">
          {!webhook.isActive ? t("paused") : redeliver.error ? refusals.sentence(redeliver.error) : ""}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{t("cancel")}</Button>
        <Button type="submit" variant="primary" loading={redeliver.isPending} disabled={backwards || !webhook.isActive}>
          {t("submit")}
        </Button>
      </DialogFooter>
    </form>
  );
}

type Choice = Span & { event: PublicEventType | "all" };

function useRedeliverAll(webhookId: string) {
  const client = useTRPCClient().webhooks;
  const { cache } = useLive();
  return useMutation({
    mutationFn: ({ from, to, event }: Choice) =>
      client.redeliverFailed.mutate({
        webhookId,
        ...(from ? { from } : {}),
        ...(to ? { to } : {}),
        ...(event === "all" ? {} : { event }),
      }),
    onSuccess: () => cache.refresh([...cache.of("webhooks.get"), ...cache.of("webhooks.logs")]),
  });
}
