import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CalendarsSettings } from "#components/calendars/calendars-settings.tsx";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("calendars") };
}

export default function CalendarsSettingsPage() {
  return (
    <Texts of={["calendars", "week-hours"]}>
      <First of={[keys.calendars.list.queryKey({}), keys.sla.policies.queryKey({})]}>
        <CalendarsSettings />
      </First>
    </Texts>
  );
}
