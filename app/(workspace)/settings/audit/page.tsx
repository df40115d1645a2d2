import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuditSettings } from "#components/audit/audit-settings.tsx";
import { Texts } from "#components/frame/texts.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("audit") };
}

export default function AuditSettingsPage() {
  return (
    <Texts of={["audit", "roles", "tokens", "users"]}>
      <AuditSettings />
    </Texts>
  );
}
