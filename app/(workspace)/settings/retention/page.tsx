import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { RetentionSettings } from "#components/retention/retention-settings.tsx";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("retention") };
}

export default function RetentionSettingsPage() {
  return (
    <Texts of={["retention"]}>
      <First of={[keys.retention.read.queryKey({}), keys.retention.holds.queryKey({})]}>
        <RetentionSettings />
      </First>
    </Texts>
  );
}
