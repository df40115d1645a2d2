import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { TeamsSettings } from "#components/teams/teams-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("teams") };
}

export default function TeamsSettingsPage() {
  return (
    <Texts of={["teams"]}>
      <TeamsSettings />
    </Texts>
  );
}
