import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CsatSettings } from "#components/csat/csat-settings.tsx";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("csat") };
}

export default function CsatSettingsPage() {
  return (
    <Texts of={["csat"]}>
      <First of={[keys.csat.settings.queryKey({}), keys.templates.channels.queryKey({})]}>
        <CsatSettings />
      </First>
    </Texts>
  );
}
