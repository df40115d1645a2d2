import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CampaignPage } from "#components/campaigns/campaign-page.tsx";
import { Texts } from "#components/frame/texts.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("campaigns");
  return { title: t("one") };
}

export default async function Page({ params }: { params: Promise<{ campaignId: string }> }) {
  const { campaignId } = await params;
  return (
    <Texts of={["campaigns", "messages", "templates"]}>
      <CampaignPage campaignId={campaignId} />
    </Texts>
  );
}
