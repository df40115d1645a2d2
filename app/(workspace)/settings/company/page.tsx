import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CompanySettings } from "#components/companies/company-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("company") };
}

export default function CompanySettingsPage() {
  return <CompanySettings />;
}
