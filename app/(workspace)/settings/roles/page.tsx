import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { RolesSettings } from "#components/roles/roles-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("roles") };
}

export default function RolesSettingsPage() {
  return (
    <Texts of={["roles"]}>
      <RolesSettings />
    </Texts>
  );
}
