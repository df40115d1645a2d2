import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { MacrosSettings } from "#components/macros/macros-settings.tsx";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("macros") };
}

export default function MacrosSettingsPage() {
  return (
    <Texts of={["actions", "macros"]}>
      <First of={[keys.macros.all.queryKey({})]}>
        <MacrosSettings />
      </First>
    </Texts>
  );
}
