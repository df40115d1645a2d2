"use client";

import { createTranslator } from "next-intl";
import { useSyncExternalStore } from "react";
import { PlainFault } from "#components/frame/plain-fault.tsx";
import en from "#i18n/en/fault.json";
import es from "#i18n/es/fault.json";
import { localeCookie, pickLocale } from "#i18n/locale.ts";
import pt from "#i18n/pt/fault.json";
import "./globals.css";

const faults = { en, es, pt };

type GlobalErrorProps = { error: Error & { digest?: string } };

/* Stands in for the root layout when that itself fails: it may rely on nothing the layout provides. */
export default function GlobalError({ error }: GlobalErrorProps) {
  const locale = useSyncExternalStore(
    () => () => undefined,
    () => pickLocale(new RegExp(`${localeCookie}=(\\w+)`).exec(document.cookie)?.[1], navigator.languages.join(",")),
    () => "en" as const,
  );
  const t = createTranslator({ locale, messages: { fault: faults[locale] }, namespace: "fault" });
  return (
    <html lang={locale}>
      <body className="grid min-h-dvh place-items-center p-6 text-center">
        <title>{t("title")}</title>
        <PlainFault
          title={t("title")}
          description={t("description")}
          digest={error.digest}
          again={t("reload")}
          onAgain={() => location.reload()}
        />
      </body>
    </html>
  );
}
