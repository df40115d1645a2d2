"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/live/api.ts";
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
export function TemplatePicker({ conversationId, visitorName, kept, onBack, onSent, onLater }: TemplatePickerProps) {
  const trpc = useTRPC();
  const list = useQuery(trpc.templates.sendable.queryOptions({ conversationId }));
  const send = useMutation(trpc.templates.sendTemplate.mutationOptions());
  const sendable = useSendable(list, (template) => send.mutateAsync({ conversationId, ...template }));
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
