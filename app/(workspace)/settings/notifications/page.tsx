import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NotificationSettings } from "#components/notifications/notification-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("notifications") };
}

export default function NotificationSettingsPage() {
  return <NotificationSettings />;
}
