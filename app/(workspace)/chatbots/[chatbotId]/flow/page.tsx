import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FlowPage } from "#components/flows/flow-page.tsx";
import { Texts } from "#components/frame/texts.tsx";

type Props = { params: Promise<{ chatbotId: string }> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("flows.page");
  return { title: t("title") };
}

export default async function Page({ params }: Props) {
  const { chatbotId } = await params;
  return (
    <Texts of={["conditions", "flows", "fulfillment"]}>
      <FlowPage chatbotId={chatbotId} />
    </Texts>
  );
}
