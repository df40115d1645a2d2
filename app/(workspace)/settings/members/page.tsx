import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { firstMembers } from "#components/users/members-query.ts";
import { MembersSettings } from "#components/users/members-settings.tsx";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("members") };
}

export default function MembersSettingsPage() {
  return (
    <Texts of={["users", "invitations"]}>
      <First
        of={[keys.users.list.queryKey(firstMembers), keys.invitations.list.queryKey({}), keys.roles.names.queryKey({})]}
      >
        <MembersSettings />
      </First>
    </Texts>
  );
}
