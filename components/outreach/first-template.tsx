"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
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
  /** Whether something has been filled in that is not sent. */
  onTouched: (touched: boolean) => void;
  onSend: (first: First) => Promise<void>;
};

/** The first message as a template: all that a platform takes from who has not been written to. */
export function FirstTemplate({ channelId, to, name, onTouched, onSend }: FirstTemplateProps) {
  const trpc = useTRPC();
  const list = useQuery(trpc.outreach.templates.queryOptions({ channelId, to }));
  const sendable = useSendable(list, (template) => onSend({ template }));
  const { touched } = sendable;
  useEffect(() => {
    onTouched(touched);
    return () => onTouched(false);
  }, [touched, onTouched]);
  return <TemplateForm sendable={sendable} name={name} begins />;
}
