import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { MembersSettings } from "#components/users/members-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("members") };
}

export default function MembersSettingsPage() {
  return (
    <Texts of={["users", "invitations"]}>
      <MembersSettings />
    </Texts>
  );
}
