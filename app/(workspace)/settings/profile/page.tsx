import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { ProfileSettings } from "#components/users/profile-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("profile") };
}

export default function ProfileSettingsPage() {
  return (
    <Texts of={["users", "factors"]}>
      <ProfileSettings />
    </Texts>
  );
}
