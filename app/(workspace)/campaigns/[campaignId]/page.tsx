import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CampaignPage } from "#components/campaigns/campaign-page.tsx";
import { directoryKeys } from "#components/conversations/data/first-keys.ts";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("campaigns");
  return { title: t("one") };
}

export default async function Page({ params }: { params: Promise<{ campaignId: string }> }) {
  const { campaignId } = await params;
  return (
    <Texts of={["campaigns", "templates"]}>
      <First of={[keys.campaigns.get.queryKey({ campaignId }), keys.templates.channels.queryKey({}), ...directoryKeys]}>
        <CampaignPage campaignId={campaignId} />
      </First>
    </Texts>
  );
}
