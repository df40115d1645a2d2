import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { PhasesSettings } from "#components/phases/phases-settings.tsx";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("phases") };
}

export default function PhasesSettingsPage() {
  return (
    <Texts of={["phases"]}>
      <First of={[keys.phases.list.queryKey({})]}>
        <PhasesSettings />
      </First>
    </Texts>
  );
}
