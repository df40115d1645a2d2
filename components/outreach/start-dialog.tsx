"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { MoreTexts } from "#components/frame/more-texts.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Opening } from "#components/ui/late/later.tsx";
import type { Messages } from "#i18n/namespaces.ts";
import type { Addressee, StartDialogProps } from "./start.tsx";
import { StartForm } from "./start-form.tsx";

type Texts = Pick<Messages, "messages" | "outreach">;

const textsIn: Record<string, () => Promise<Texts>> = {
  en: async () => ({
    messages: (await import("#i18n/en/messages.json")).default,
    outreach: (await import("#i18n/en/outreach.json")).default,
  }),
  es: async () => ({
    messages: (await import("#i18n/es/messages.json")).default,
    outreach: (await import("#i18n/es/outreach.json")).default,
  }),
  pt: async () => ({
    messages: (await import("#i18n/pt/messages.json")).default,
    outreach: (await import("#i18n/pt/outreach.json")).default,
  }),
};

const againMs = 1000;

/* No page sends them: the dialog opens on all of them, and seldom. */
function useTexts(): Texts | undefined {
  const locale = useLocale();
  const [texts, setTexts] = useState<Texts>();
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
  }, [locale]);
  return texts;
}

/** With whom, by which channel, and what: one dialog for every way of writing first. */
export function StartDialog(props: StartDialogProps) {
  const texts = useTexts();
  if (!texts) return <Opening open={props.open} onOpenChange={props.onOpenChange} />;
  return (
    <MoreTexts texts={texts}>
      <Panel {...props} />
    </MoreTexts>
  );
}

const keyOf = (to: Addressee | undefined) => JSON.stringify(to ?? null);

function Panel({ open, onOpenChange, to }: StartDialogProps) {
  const t = useTranslations("outreach");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} size="lg">
      <StartForm key={keyOf(to)} to={to} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}
