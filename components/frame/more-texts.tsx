"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { useLateTexts } from "#components/ui/late/late-texts.ts";
import { Opening } from "#components/ui/late/later.tsx";
import type { Messages } from "#i18n/namespaces.ts";

/** Adds texts to those that stand around it. */
export function MoreTexts({ texts, children }: { texts: Partial<Messages>; children: ReactNode }) {
  const outer = useMessages();
  const both = useMemo(() => ({ ...outer, ...texts }), [outer, texts]);
  return (
    <NextIntlClientProvider locale={useLocale()} messages={both}>
      {children}
    </NextIntlClientProvider>
  );
}

/** Those that a page sends, as one text: a browser reads it at once, where it would build an object piece by piece. */
export function SentTexts({ texts, children }: { texts: string; children: ReactNode }) {
  const read = useMemo(() => JSON.parse(texts) as Partial<Messages>, [texts]);
  return <MoreTexts texts={read}>{children}</MoreTexts>;
}

type LateTextsProps = {
  /** By language: fetches the texts of a dialog that many pages may open, and seldom do. */
  textsIn: Readonly<Record<string, () => Promise<Partial<Messages>>>>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

/** A dialog whose texts no page sends: they come with it. */
export function LateTexts({ textsIn, open, onOpenChange, children }: LateTextsProps) {
  const texts = useLateTexts(textsIn);
  return texts ? <MoreTexts texts={texts}>{children}</MoreTexts> : <Opening open={open} onOpenChange={onOpenChange} />;
}
