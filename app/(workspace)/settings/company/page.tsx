import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CompanySettings } from "#components/companies/company-settings.tsx";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("company") };
}

export default function CompanySettingsPage() {
  return (
    <Texts of={["mail", "factors"]}>
      <First of={[keys.companies.read.queryKey({}), keys.mail.status.queryKey({})]}>
        <CompanySettings />
      </First>
    </Texts>
  );
}
