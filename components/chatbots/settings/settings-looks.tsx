"use client";

import { useTranslations } from "next-intl";
import { AppearanceFields } from "#components/channels/appearance-fields.tsx";
import { WidgetPreview } from "#components/channels/widget-preview.tsx";
import { SettingsSection } from "#components/companies/settings-parts.tsx";
import type { SettingsPartProps } from "./settings-texts.tsx";

/** How the chat looks on the websites that have no looks of their own. */
export function SettingsLooks({ draft, change, faults }: SettingsPartProps) {
  const t = useTranslations("chatbot-settings.looks");
  return (
    <SettingsSection
      title={t("title")}
      description={
        <div className="grid gap-4">
          {t("hint")}
          <WidgetPreview appearance={draft.appearance} botName={draft.title} />
        </div>
      }
    >
      <AppearanceFields draft={draft} change={change} botName={draft.title} errors={faults} />
    </SettingsSection>
  );
}
