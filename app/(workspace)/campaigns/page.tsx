import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CampaignsPage } from "#components/campaigns/campaigns-page.tsx";
import { Texts } from "#components/frame/texts.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("campaigns");
  return { title: t("title") };
}

export default function Page() {
  return (
    <Texts of={["campaigns", "templates"]}>
      <CampaignsPage />
    </Texts>
  );
}
