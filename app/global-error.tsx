"use client";

import { createTranslator } from "next-intl";
import { useSyncExternalStore } from "react";
import { Button } from "#components/ui/button.tsx";
import en from "#i18n/en/frame.json";
import es from "#i18n/es/frame.json";
import { localeCookie, pickLocale } from "#i18n/locale.ts";
import pt from "#i18n/pt/frame.json";
import "./globals.css";

const frames = { en, es, pt };

type GlobalErrorProps = { error: Error & { digest?: string } };

/* Stands in for the root layout when that itself fails: it may rely on nothing the layout provides. */
export default function GlobalError({ error }: GlobalErrorProps) {
  const locale = useSyncExternalStore(
    () => () => undefined,
    () => pickLocale(new RegExp(`${localeCookie}=(\\w+)`).exec(document.cookie)?.[1], navigator.languages.join(",")),
    () => "en" as const,
  );
  const t = createTranslator({ locale, messages: { frame: frames[locale] }, namespace: "frame.fault" });
  return (
    <html lang={locale}>
      <body className="grid min-h-dvh place-items-center p-6 text-center">
        <title>{t("title")}</title>
        <main className="grid max-w-100 justify-items-center gap-2">
          <h1 className="font-medium text-base">{t("title")}</h1>
          <p className="text-sm text-text-muted">{t("description")}</p>
          {error.digest ? <p className="font-mono text-2xs text-text-faint">{error.digest}</p> : null}
          <Button variant="primary" onClick={() => location.reload()}>
            {t("reload")}
          </Button>
        </main>
      </body>
    </html>
  );
}
