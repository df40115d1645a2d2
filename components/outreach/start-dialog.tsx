"use client";

import { useTranslations } from "next-intl";
import { LateTexts } from "#components/frame/more-texts.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
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

/** With whom, by which channel, and what: one dialog for every way of writing first. */
export function StartDialog(props: StartDialogProps) {
  return (
    <LateTexts textsIn={textsIn} open={props.open} onOpenChange={props.onOpenChange}>
      <Panel {...props} />
    </LateTexts>
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
