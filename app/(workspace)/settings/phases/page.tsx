import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { PhasesSettings } from "#components/phases/phases-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("phases") };
}

export default function PhasesSettingsPage() {
  return (
    <Texts of={["phases"]}>
      <PhasesSettings />
    </Texts>
  );
}
