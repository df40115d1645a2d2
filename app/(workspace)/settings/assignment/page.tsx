import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AssignmentSettings } from "#components/assignment/assignment-settings.tsx";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("assignment") };
}

export default function AssignmentSettingsPage() {
  return (
    <Texts of={["assignment"]}>
      <First
        of={[keys.assignment.policies.queryKey({}), keys.teams.names.queryKey({}), keys.channels.names.queryKey({})]}
      >
        <AssignmentSettings />
      </First>
    </Texts>
  );
}
