"use client";

import { useQuery } from "@tanstack/react-query";
import { useUnsaved } from "#components/forms/use-unsaved.ts";
import { useTRPC } from "#components/live/api.ts";
import { TemplateForm } from "#components/messages/composer/template-form.tsx";
import { useSendable } from "#components/messages/composer/use-sendable.ts";
import type { Recipient } from "#server/outreach/schema.ts";
import type { First } from "./start-form.tsx";

type FirstTemplateProps = {
  channelId: string;
  to: Recipient;
  /** Who gets it. */
  name: string;
  onSend: (first: First) => Promise<void>;
};

/** The first message as a template: all that a platform takes from who has not been written to. */
export function FirstTemplate({ channelId, to, name, onSend }: FirstTemplateProps) {
  const trpc = useTRPC();
  const list = useQuery(trpc.outreach.templates.queryOptions({ channelId, to }));
  const sendable = useSendable(list, (template) => onSend({ template }));
  useUnsaved(sendable.touched);
  return <TemplateForm sendable={sendable} name={name} begins />;
}
