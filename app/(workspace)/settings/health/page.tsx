import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { HealthSettings } from "#components/health/health-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("health") };
}

export default function HealthSettingsPage() {
  return (
    <Texts of={["health"]}>
      <HealthSettings />
    </Texts>
  );
}
