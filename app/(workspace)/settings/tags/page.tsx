import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { TagsSettings } from "#components/tags/tags-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("tags") };
}

export default function TagsSettingsPage() {
  return (
    <Texts of={["tags"]}>
      <TagsSettings />
    </Texts>
  );
}
