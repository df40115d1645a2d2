import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FieldsSettings } from "#components/fields/fields-settings.tsx";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("fields") };
}

export default function FieldsSettingsPage() {
  return (
    <Texts of={["fields"]}>
      <First of={[keys.fields.list.queryKey({})]}>
        <FieldsSettings />
      </First>
    </Texts>
  );
}
