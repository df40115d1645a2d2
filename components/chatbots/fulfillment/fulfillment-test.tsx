"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { useTRPC } from "#components/live/api.ts";
import { isRecord } from "#components/live/records.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { sampleRequest } from "#server/chatbots/flow/fulfillment-sample.ts";
import { FulfillmentTrial } from "./fulfillment-trial.tsx";

type TestProps = {
  chatbotId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The address that stands in the form at first. */
  url?: string;
};

export function FulfillmentTest({ chatbotId, open, onOpenChange, url = "" }: TestProps) {
  const t = useTranslations("fulfillment.test");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="lg" title={t("title")} description={t("description")}>
      <TestForm chatbotId={chatbotId} start={url} />
    </Dialog>
  );
}

function sampleText(): string {
  const ids = { companyId: "sample-company", websiteId: "sample-channel" };
  return JSON.stringify(sampleRequest({ ...ids, chatbotName: "Assistant", flow: 1, now: new Date() }), null, 2);
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/* Apart from the dialog, so that it starts afresh each time the dialog opens. */
function TestForm({ chatbotId, start }: { chatbotId: string; start: string }) {
  const t = useTranslations("fulfillment.test");
  const trpc = useTRPC();
  const refusals = useRefusals();
  const [url, setUrl] = useState(start);
  const [body, setBody] = useState(sampleText);
  const request = parsed(body);
  const run = useMutation(trpc.chatbots.testFulfillment.mutationOptions());
  const refusal = run.isError ? refusals.of(run.error, { url, request: body }) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (request) run.mutate({ chatbotId, request, ...(url.trim() === "" ? {} : { url: url.trim() }) });
  };
  return (
    <form noValidate className="contents" onSubmit={submit}>
      <DialogBody>
        <Field label={t("url")} hint={t("urlHint")} error={refusal?.fields.url}>
          <Input
            type="url"
            inputMode="url"
            value={url}
            maxLength={2048}
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            onChange={(event) => setUrl(event.target.value)}
          />
        </Field>
        <Field label={t("body")} hint={t("bodyHint")} error={request ? refusal?.fields.request : t("notJson")}>
          <Textarea
            rows={10}
            value={body}
            spellCheck={false}
            className="font-mono text-xs"
            onChange={(event) => setBody(event.target.value)}
          />
        </Field>
        <p role="alert" className="text-danger text-sm empty:hidden">
          {refusal?.sentence}
        </p>
        {run.data ? <FulfillmentTrial trial={run.data} /> : null}
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" loading={run.isPending} disabled={!request}>
          {t("send")}
        </Button>
      </DialogFooter>
    </form>
  );
}
