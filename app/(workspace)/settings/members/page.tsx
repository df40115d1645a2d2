import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MembersSettings } from "#components/users/members-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("members") };
}

export default function MembersSettingsPage() {
  return <MembersSettings />;
}
