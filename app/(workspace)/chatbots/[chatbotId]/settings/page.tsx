import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ChatbotSettingsPage } from "#components/chatbots/settings/settings-page.tsx";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { First } from "../../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("chatbot-settings");
  return { title: t("title") };
}

export default async function Page({ params }: { params: Promise<{ chatbotId: string }> }) {
  const { chatbotId } = await params;
  return (
    <Texts of={["channels", "chatbot-settings", "flows", "fulfillment", "week-hours", "widget"]}>
      <First
        of={[
          keys.chatbots.get.queryKey({ chatbotId }),
          keys.chatbots.settings.queryKey({ chatbotId }),
          keys.chatbots.appearance.queryKey({ chatbotId }),
          keys.channels.list.queryKey({}),
        ]}
      >
        <ChatbotSettingsPage chatbotId={chatbotId} />
      </First>
    </Texts>
  );
}
