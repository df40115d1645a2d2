import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { IntegrationsSettings } from "#components/integrations/integrations-settings.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("integrations") };
}

export default function IntegrationsPage() {
  return (
    <Texts of={["integrations", "teams"]}>
      <First of={[keys.integrations.list.queryKey({})]}>
        <IntegrationsSettings />
      </First>
    </Texts>
  );
}
