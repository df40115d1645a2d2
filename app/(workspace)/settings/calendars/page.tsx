import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CalendarsSettings } from "#components/calendars/calendars-settings.tsx";
import { Texts } from "#components/frame/texts.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("calendars") };
}

export default function CalendarsSettingsPage() {
  return (
    <Texts of={["calendars", "week-hours"]}>
      <CalendarsSettings />
    </Texts>
  );
}
