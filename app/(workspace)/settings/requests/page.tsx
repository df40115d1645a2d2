import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { RequestsSettings } from "#components/requests/requests-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("requests") };
}

export default function RequestsSettingsPage() {
  return (
    <Texts of={["requests"]}>
      <RequestsSettings />
    </Texts>
  );
}
