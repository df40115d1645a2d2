"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import { RefusalNote } from "#components/companies/refusal-note.tsx";
import { noRefusal, type Refusal, useRefusals } from "#components/companies/refusals.ts";
import { changesIn } from "#components/forms/draft-changes.ts";
import { focusFirstFault } from "#components/forms/first-fault.ts";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useUnclashed } from "#components/settings/unclashed.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Webhook } from "#server/webhooks/schema.ts";
import { type DraftFaults, draftOf, emptyDraft, faultsOfDraft, sameDraft, storedOf } from "./draft.ts";
import { WebhookFields } from "./webhook-form.tsx";

type WebhookSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The one to change; left out, a new one is made. */
  webhook?: Webhook | undefined;
  /** Called with a new webhook, or one with a new address, including its whole secret. */
  onSecret?: (webhook: Webhook) => void;
};

/** The form beside the page it was opened from; it does not close over unsaved changes without asking. */
export function WebhookSheet(props: WebhookSheetProps) {
  const t = useTranslations("webhooks.form");
  const formId = useId();
  const [dirty, setDirty] = useState(false);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const { open, onOpenChange, webhook } = props;
  const close = () => {
    setDirty(false);
    onOpenChange(false);
  };
  const leave = () => (dirty ? setAsking(true) : close());
  return (
    <>
      <Sheet
        open={open}
        onOpenChange={(next) => (next ? onOpenChange(true) : leave())}
        title={webhook ? t("editTitle") : t("createTitle")}
        description={webhook?.url}
        className="max-w-160"
        footer={
          <>
            <Button onClick={leave}>{t("cancel")}</Button>
            <Button type="submit" form={formId} variant="primary" loading={busy}>
              {webhook ? t("save") : t("create")}
            </Button>
          </>
        }
      >
        <SheetForm {...props} formId={formId} onDirtyChange={setDirty} onBusyChange={setBusy} onDone={close} />
      </Sheet>
      <ConfirmDialog
        danger
        open={asking}
        onOpenChange={setAsking}
        title={t("discardTitle")}
        description={t("discardDescription")}
        confirmLabel={t("discard")}
        onConfirm={close}
      />
    </>
  );
}

type SheetFormProps = WebhookSheetProps & {
  formId: string;
  onDirtyChange: (dirty: boolean) => void;
  onBusyChange: (busy: boolean) => void;
  onDone: () => void;
};

/* Apart from the sheet, so that it starts afresh each time the sheet opens. */
function SheetForm({ webhook, formId, onSecret, onDirtyChange, onBusyChange, onDone }: SheetFormProps) {
  const t = useTranslations("webhooks.form");
  const toast = useToast();
  const [start] = useState(() => (webhook ? draftOf(webhook) : emptyDraft));
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const { refusal, save } = useSaveWebhook(webhook, onBusyChange);
  const faults: DraftFaults = tried ? faultsOfDraft(draft) : {};
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(faultsOfDraft(draft)).length > 0) {
      focusFirstFault(event.currentTarget);
      return;
    }
    const stored = storedOf(draft);
    const saved = await save(stored, changesIn(stored, storedOf(start)));
    if (!saved) return;
    const secretIsNew = !webhook || saved.url !== webhook.url;
    if (!secretIsNew) toast.success(t("saved"));
    onDone();
    if (secretIsNew) onSecret?.(saved);
  };
  return (
    <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-6 p-5 phone:p-4">
      <WebhookFields
        draft={draft}
        onDraftChange={(next) => {
          setDraft(next);
          onDirtyChange(!sameDraft(start, next));
        }}
        faults={faults}
        refused={refusal.fields}
      />
      <RefusalNote refusal={refusal} />
    </form>
  );
}

type Stored = ReturnType<typeof storedOf>;

function useSaveWebhook(webhook: Webhook | undefined, onBusyChange: (busy: boolean) => void) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const { cache } = useLive();
  const refusals = useRefusals();
  const [refusal, setRefusal] = useState<Refusal>(noRefusal);
  const create = useMutation(trpc.webhooks.create.mutationOptions());
  const webhookId = webhook?.id;
  const update = useMutation(
    useUnclashed(
      webhook,
      (api) => api.webhooks.get.query({ webhookId: webhookId ?? "" }),
      trpc.webhooks.update.mutationOptions(),
    ),
  );
  const save = async (stored: Stored, changes: Partial<Stored>): Promise<Webhook | undefined> => {
    setRefusal(noRefusal);
    onBusyChange(true);
    try {
      const saved = webhookId ? await update.mutateAsync({ webhookId, ...changes }) : await create.mutateAsync(stored);
      cache.refresh([...cache.of("webhooks.list"), ...cache.of("webhooks.get")]);
      return saved;
    } catch (error) {
      const full = failureOf(error).code === "limit_reached";
      setRefusal(full ? { fields: {}, sentence: t("limit") } : refusals.of(error, stored));
      return undefined;
    } finally {
      onBusyChange(false);
    }
  };
  return { refusal, save };
}
