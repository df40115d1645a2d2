import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { RulesSettings } from "#components/rules/rules-settings.tsx";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("rules") };
}

export default function RulesSettingsPage() {
  return (
    <Texts of={["rules", "triggers", "actions", "macros", "conversations", "conditions"]}>
      <First of={[keys.rules.list.queryKey({})]}>
        <RulesSettings />
      </First>
    </Texts>
  );
}
