import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FunnelPage } from "#components/chatbots/funnel-page.tsx";
import { Texts } from "#components/frame/texts.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("funnel");
  return { title: t("title") };
}

export default async function Page({ params }: { params: Promise<{ chatbotId: string }> }) {
  const { chatbotId } = await params;
  return (
    <Texts of={["funnel"]}>
      <FunnelPage chatbotId={chatbotId} />
    </Texts>
  );
}
