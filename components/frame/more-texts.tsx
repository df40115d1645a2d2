"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import { type ReactNode, useEffect, useMemo, useState } from "react";
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

type LateTextsProps = {
  /** By language: fetches the texts of a dialog that many pages may open, and seldom do. */
  textsIn: Readonly<Record<string, () => Promise<Partial<Messages>>>>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

const againMs = 1000;

/** A dialog whose texts no page sends: they come with it, and are asked for again while the line is away. */
export function LateTexts({ textsIn, open, onOpenChange, children }: LateTextsProps) {
  const locale = useLocale();
  const [texts, setTexts] = useState<Partial<Messages>>();
  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      textsIn[locale]?.().then(
        (found) => gone || setTexts(found),
        () => {
          if (!gone) timer = setTimeout(ask, againMs);
        },
      );
    };
    ask();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [textsIn, locale]);
  return texts ? <MoreTexts texts={texts}>{children}</MoreTexts> : <Opening open={open} onOpenChange={onOpenChange} />;
}
