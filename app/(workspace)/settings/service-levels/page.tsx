import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { SlaSettings } from "#components/sla/sla-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("service-levels") };
}

export default function SlaSettingsPage() {
  return (
    <Texts of={["conditions", "conversations", "sla"]}>
      <SlaSettings />
    </Texts>
  );
}
