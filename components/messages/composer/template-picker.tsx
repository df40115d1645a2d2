"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { keepParts, readParts } from "./draft-store.ts";
import { TemplateForm } from "./template-form.tsx";
import { type FilledTemplate, useSendable } from "./use-sendable.ts";

type TemplatePickerProps = {
  conversationId: string;
  visitorName: string;
  /** What was being written before; it comes back with the box. */
  kept: string;
  /** Back to free words; absent once the window is over. */
  onBack?: (() => void) | undefined;
  onSent: () => void;
  /** What it says leaves at a time of its own. */
  onLater: (template: FilledTemplate, at: Date | "ask") => void;
};

/** Stands where the text box was: after the window only approved templates may be sent. */
export function TemplatePicker(props: TemplatePickerProps) {
  const { conversationId, visitorName, kept, onBack, onSent, onLater } = props;
  const trpc = useTRPC();
  const list = useQuery(trpc.templates.sendable.queryOptions({ conversationId }));
  const { cache, user } = useLive();
  const send = useMutation(trpc.scheduled.template.mutationOptions());
  const submit = async (template: FilledTemplate) => {
    await send.mutateAsync({ conversationId, template });
    cache.refresh(cache.of("scheduled.list"));
  };
  const [before] = useState(() => readParts(user.id, conversationId).template);
  const sendable = useSendable(list, submit, before);
  const { begun } = sendable;
  const written = JSON.stringify(begun);
  useEffect(() => {
    // Nothing yet forgets nothing: the list may still be on its way.
    if (begun) keepParts(user.id, conversationId, { template: begun });
  }, [written, user.id, conversationId]);
  return (
    <TemplateForm
      sendable={sendable}
      name={visitorName}
      kept={kept}
      onBack={onBack}
      onSent={onSent}
      onLater={onLater}
      takesFocus={onBack !== undefined && !before}
    />
  );
}
