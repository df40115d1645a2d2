import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { RetentionSettings } from "#components/retention/retention-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("retention") };
}

export default function RetentionSettingsPage() {
  return (
    <Texts of={["retention"]}>
      <RetentionSettings />
    </Texts>
  );
}
