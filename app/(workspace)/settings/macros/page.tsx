import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { MacrosSettings } from "#components/macros/macros-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("macros") };
}

export default function MacrosSettingsPage() {
  return (
    <Texts of={["actions", "macros"]}>
      <MacrosSettings />
    </Texts>
  );
}
