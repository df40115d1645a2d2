import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FlowPage } from "#components/flows/flow-page.tsx";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { First } from "../../../first.tsx";

type Props = { params: Promise<{ chatbotId: string }> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("flows.page");
  return { title: t("title") };
}

export default async function Page({ params }: Props) {
  const { chatbotId } = await params;
  return (
    <Texts of={["conditions", "flows", "fulfillment"]}>
      <First
        of={[
          keys.chatbots.get.queryKey({ chatbotId }),
          keys.chatbots.settings.queryKey({ chatbotId }),
          keys.chatbots.questionList.queryKey({ chatbotId }),
          keys.chatbots.draft.queryKey({ chatbotId }),
        ]}
      >
        <FlowPage chatbotId={chatbotId} />
      </First>
    </Texts>
  );
}
