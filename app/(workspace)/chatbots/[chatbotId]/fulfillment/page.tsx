import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FulfillmentPage } from "#components/chatbots/fulfillment/fulfillment-page.tsx";
import { Texts } from "#components/frame/texts.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("fulfillment");
  return { title: t("title") };
}

export default async function Page({ params }: { params: Promise<{ chatbotId: string }> }) {
  const { chatbotId } = await params;
  return (
    <Texts of={["fulfillment"]}>
      <FulfillmentPage chatbotId={chatbotId} />
    </Texts>
  );
}
