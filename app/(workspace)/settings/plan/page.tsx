import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PlanSettings } from "#components/companies/plan-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("plan") };
}

export default function PlanSettingsPage() {
  return <PlanSettings />;
}
