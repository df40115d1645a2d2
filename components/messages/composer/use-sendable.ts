"use client";

import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { z } from "zod";
import { failureOf } from "#components/live/api.ts";
import { usePressId } from "#components/live/press-id.ts";
import { chosenOf } from "#components/templates/chosen-offer.ts";
import { begunOf, typedIn } from "#components/templates/filled-places.ts";
import { dots } from "#server/core/words.ts";
import { buttonsOf, partOf } from "#server/templates/rules.ts";
import type { sendableSchema } from "#server/templates/schema.ts";
import { componentSchema, type TemplateComponent, type WhatsAppTemplate } from "#server/templates/schema.ts";

const mediaFormats: readonly unknown[] = ["IMAGE", "VIDEO", "DOCUMENT"];

/** The parts of a template, as far as this screen knows them. */
function partsOf(template: WhatsAppTemplate | undefined): TemplateComponent[] {
  return (template?.components ?? []).flatMap((one) => componentSchema.safeParse(one).data ?? []);
}

/* The file the template was approved with, where it has an address of its own. */
function sampleMedia(parts: readonly TemplateComponent[]): string {
  const handles: unknown = partOf(parts, "HEADER")?.example?.header_handle;
  const sample: unknown = Array.isArray(handles) ? handles[0] : undefined;
  return typeof sample === "string" && /^https?:\/\//.test(sample) ? sample : "";
}

type Offers = z.output<typeof sendableSchema>;

/** A template with what was filled in. */
export type FilledTemplate = {
  templateId: number;
  variables: Record<string, string>;
  media?: { link: string };
  clientMessageId?: string;
};

/** Templates to choose from, the chosen one with what is filled in, and the way to send it. */
export function useSendable(
  list: { data: Offers | undefined; isPending: boolean; isError: boolean; refetch: () => Promise<unknown> },
  onSend: (template: FilledTemplate) => Promise<unknown>,
  filledBefore?: FilledTemplate,
) {
  const send = useMutation({ mutationFn: onSend });
  const pressId = usePressId();
  const [chosenId, choose] = useState(filledBefore?.templateId);
  const [typed, setTyped] = useState(() => typedIn(filledBefore));
  const offers = list.data?.templates ?? [];
  const offer = chosenOf(offers, chosenId);
  const template = offer?.template;
  const parts = useMemo(() => partsOf(template), [template]);
  const own = (key: string) => `${template?.id} ${key}`;
  const slots = (template?.variables ?? []).map((slot) => {
    const button = slot.part === "button" ? buttonsOf(parts)[Number(slot.key.slice("button_".length))] : undefined;
    const value = typed[own(slot.key)] ?? offer?.values[slot.key] ?? "";
    return {
      ...slot,
      value,
      button: button?.text,
      label: button?.type === "COPY_CODE" ? ("code" as const) : slot.part,
    };
  });
  const needsMedia = mediaFormats.includes(partOf(parts, "HEADER")?.format);
  const media = typed[own("media")] ?? sampleMedia(parts);
  const values = Object.fromEntries(slots.flatMap(({ key, value }) => (value.trim() ? [[key, value.trim()]] : [])));
  const missing = slots.filter(({ value }) => value.trim() === "").length + (needsMedia && media.trim() === "" ? 1 : 0);
  // What is shown masked is filled in where it is sent.
  const variables = Object.fromEntries(Object.entries(values).filter(([, value]) => !value.includes(dots)));
  const filled: FilledTemplate | undefined =
    template && missing === 0
      ? { templateId: template.id, variables, ...(needsMedia ? { media: { link: media.trim() } } : {}) }
      : undefined;
  return {
    list,
    offers,
    template,
    blocked: offer?.blocked ?? null,
    /** What was chosen can no longer be sent. */
    gone: list.data !== undefined && chosenId !== undefined && !offer,
    parts,
    slots,
    values,
    media,
    needsMedia,
    missing,
    /** Something has been typed that is not sent. */
    touched: Object.values(typed).some(Boolean),
    /** What is chosen or filled in so far. */
    begun:
      template && (chosenId !== undefined || Object.values(typed).some(Boolean))
        ? begunOf(template.id, typed)
        : undefined,
    /** All is there that it needs. */
    filled,
    sending: send.isPending,
    failure: send.error ? failureOf(send.error) : undefined,
    choose: (id: number) => {
      send.reset();
      choose(id);
    },
    write: (key: string, text: string) => {
      choose(template?.id);
      setTyped((before) => ({ ...before, [own(key)]: text }));
    },
    submit: async () => {
      if (!filled) return;
      await send.mutateAsync({ ...filled, clientMessageId: pressId.of(filled) });
      pressId.sent();
      setTyped({});
      choose(undefined);
    },
  };
}

export type Sendable = ReturnType<typeof useSendable>;
