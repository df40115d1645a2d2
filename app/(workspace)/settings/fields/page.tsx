import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FieldsSettings } from "#components/fields/fields-settings.tsx";
import { Texts } from "#components/frame/texts.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("fields") };
}

export default function FieldsSettingsPage() {
  return (
    <Texts of={["fields"]}>
      <FieldsSettings />
    </Texts>
  );
}
