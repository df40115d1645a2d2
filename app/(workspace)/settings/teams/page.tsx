import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { TeamsSettings } from "#components/teams/teams-settings.tsx";
import { maxTeams } from "#server/teams/choices.ts";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("teams") };
}

export default function TeamsSettingsPage() {
  return (
    <Texts of={["teams"]}>
      <First of={[keys.teams.list.queryKey({ limit: maxTeams })]}>
        <TeamsSettings />
      </First>
    </Texts>
  );
}
