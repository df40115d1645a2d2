"use client";

import { SendHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { failureOf } from "#components/live/api.ts";
import { usePressId } from "#components/live/press-id.ts";
import { Button } from "#components/ui/button.tsx";
import type { First } from "./start-form.tsx";

const longest = 4096;

type FirstWordsProps = { text: string; onText: (text: string) => void; onSend: (first: First) => Promise<void> };

/** The first message in free words. Ctrl+Enter sends it. */
export function FirstWords({ text, onText, onSend }: FirstWordsProps) {
  const t = useTranslations("outreach");
  const [sending, setSending] = useState(false);
  const [fault, setFault] = useState("");
  const pressId = usePressId();
  const body = text.trim();
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (body === "") return setFault(t("empty"));
    setSending(true);
    try {
      await onSend({ message: { body, clientMessageId: pressId.of(body) } });
    } catch (error) {
      setFault(failureOf(error).message || t("notSent"));
      setSending(false);
    }
  };
  return (
    <form noValidate className="grid gap-3" onSubmit={(event) => void submit(event)}>
      <Field label={t("message")} error={fault || undefined} required>
        <Textarea
          dir="auto"
          rows={4}
          autoFocus
          maxLength={longest}
          value={text}
          onChange={(event) => {
            onText(event.target.value);
            setFault("");
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !sending) void submit(event);
          }}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        className="justify-self-end"
        loading={sending}
        icon={<SendHorizontal aria-hidden />}
      >
        {t("send")}
      </Button>
    </form>
  );
}
