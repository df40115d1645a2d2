import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NewCampaignPage } from "#components/campaigns/new-campaign-page.tsx";
import { Texts } from "#components/frame/texts.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("campaigns");
  return { title: t("new") };
}

export default function Page() {
  return (
    <Texts of={["campaigns", "messages", "templates"]}>
      <NewCampaignPage />
    </Texts>
  );
}
