import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CampaignsPage } from "#components/campaigns/campaigns-page.tsx";
import { campaignFilters, campaignsQuery } from "#components/campaigns/list-query.ts";
import { addressValues, readParams } from "#components/filters/address-params.ts";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { First } from "../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("campaigns");
  return { title: t("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const asked = campaignsQuery(addressValues(campaignFilters, readParams(await searchParams)));
  return (
    <Texts of={["campaigns", "templates"]}>
      <First of={[keys.campaigns.list.queryKey(asked), keys.templates.channels.queryKey({})]}>
        <CampaignsPage />
      </First>
    </Texts>
  );
}
