import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { RolesSettings } from "#components/roles/roles-settings.tsx";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("roles") };
}

export default function RolesSettingsPage() {
  return (
    <Texts of={["roles"]}>
      <First of={[keys.roles.list.queryKey({})]}>
        <RolesSettings />
      </First>
    </Texts>
  );
}
