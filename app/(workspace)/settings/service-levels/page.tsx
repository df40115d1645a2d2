import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { SlaSettings } from "#components/sla/sla-settings.tsx";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("service-levels") };
}

export default function SlaSettingsPage() {
  return (
    <Texts of={["conditions", "conversations", "sla"]}>
      <First of={[keys.sla.policies.queryKey({})]}>
        <SlaSettings />
      </First>
    </Texts>
  );
}
