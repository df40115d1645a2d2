import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { TagsSettings } from "#components/tags/tags-settings.tsx";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("tags") };
}

export default function TagsSettingsPage() {
  return (
    <Texts of={["tags"]}>
      <First of={[keys.tags.list.queryKey({})]}>
        <TagsSettings />
      </First>
    </Texts>
  );
}
