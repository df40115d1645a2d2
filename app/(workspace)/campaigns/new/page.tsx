import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NewCampaignPage } from "#components/campaigns/new-campaign-page.tsx";
import { directoryKeys } from "#components/conversations/data/first-keys.ts";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("campaigns");
  return { title: t("new") };
}

export default function Page() {
  return (
    <Texts of={["campaigns", "templates"]}>
      <First
        of={[
          keys.templates.list.queryKey({ status: "APPROVED" }),
          keys.templates.channels.queryKey({}),
          keys.fields.list.queryKey({}),
          ...directoryKeys,
        ]}
      >
        <NewCampaignPage />
      </First>
    </Texts>
  );
}
