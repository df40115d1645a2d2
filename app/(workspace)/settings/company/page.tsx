import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CompanySettings } from "#components/companies/company-settings.tsx";
import { Texts } from "#components/frame/texts.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("company") };
}

export default function CompanySettingsPage() {
  return (
    <Texts of={["mail", "factors"]}>
      <CompanySettings />
    </Texts>
  );
}
