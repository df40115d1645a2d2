"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { useUnsaved } from "#components/forms/use-unsaved.ts";
import { failureOf, useTRPC, useTRPCClient } from "#components/live/api.ts";
import { isUnanswered } from "#components/live/failures/unanswered.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";

type SendTranscriptProps = { conversationId: string; open: boolean; onOpenChange: (open: boolean) => void };

/** Mails what the visitor has seen, to an address that is shown before. */
export function SendTranscript({ conversationId, open, onOpenChange }: SendTranscriptProps) {
  const t = useTranslations("conversations.transcript");
  const asked = useQuery(useTRPC().messages.draftTranscript.queryOptions({ conversationId }, { staleTime: 0 }));
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} description={t("description")}>
      {asked.data ? (
        <TranscriptForm conversationId={conversationId} known={asked.data} onDone={() => onOpenChange(false)} />
      ) : (
        <DialogBody>
          {asked.isError ? (
            <p className="text-danger text-sm">{t("failed")}</p>
          ) : (
            <Skeleton className="h-16 rounded-md" />
          )}
        </DialogBody>
      )}
    </Dialog>
  );
}

type FormProps = { conversationId: string; known: { sendsMail: boolean; to: string }; onDone: () => void };

function TranscriptForm({ conversationId, known, onDone }: FormProps) {
  const t = useTranslations("conversations.transcript");
  const client = useTRPCClient().messages;
  const toast = useToast();
  const [to, setTo] = useState(known.to);
  useUnsaved(to);
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState("");
  const address = to.trim();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setRefusal("");
    try {
      // What is hidden from the person is known to the server.
      const given = address === known.to ? {} : { to: address };
      const sent = await client.sendTranscript.mutate({ conversationId, ...given });
      toast.success(t("done", { to: sent.to }));
      onDone();
    } catch (error) {
      setRefusal(isUnanswered(error) ? t("unanswered") : failureOf(error).message || t("failed"));
      setPending(false);
    }
  };
  return (
    <form noValidate className="contents" onSubmit={(event) => void submit(event)}>
      <DialogBody>
        <Field label={t("to")} hint={t("hint")} error={refusal}>
          <Input
            type="email"
            autoComplete="off"
            value={to}
            maxLength={254}
            onChange={(event) => setTo(event.target.value)}
          />
        </Field>
        {known.sendsMail ? null : <p className="text-sm text-warning">{t("off")}</p>}
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" loading={pending} disabled={!known.sendsMail || address === ""}>
          <span className="truncate">{address === "" ? t("confirmKnown") : t("confirm", { to: address })}</span>
        </Button>
      </DialogFooter>
    </form>
  );
}
