"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { TemplateForm } from "./template-form.tsx";
import { type FilledTemplate, useSendable } from "./use-sendable.ts";

type TemplatePickerProps = {
  conversationId: string;
  visitorName: string;
  /** One that was taken back, as it had been filled in. */
  filled: FilledTemplate | undefined;
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
  const { conversationId, filled, visitorName, kept, onBack, onSent, onLater } = props;
  const trpc = useTRPC();
  const list = useQuery(trpc.templates.sendable.queryOptions({ conversationId }));
  const { cache } = useLive();
  const send = useMutation(trpc.scheduled.template.mutationOptions());
  const submit = async (template: FilledTemplate) => {
    await send.mutateAsync({ conversationId, template });
    cache.refresh(cache.of("scheduled.list"));
  };
  const sendable = useSendable(list, submit, filled);
  return (
    <TemplateForm
      sendable={sendable}
      name={visitorName}
      kept={kept}
      onBack={onBack}
      onSent={onSent}
      onLater={onLater}
    />
  );
}
