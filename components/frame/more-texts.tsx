"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import { type ReactNode, useMemo } from "react";
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
