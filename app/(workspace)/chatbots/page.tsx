import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ChatbotsPage } from "#components/chatbots/chatbots-page.tsx";
import { Texts } from "#components/frame/texts.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("chatbots");
  return { title: t("title") };
}

export default function Page() {
  return (
    <Texts of={["chatbots", "flows", "fulfillment"]}>
      <ChatbotsPage />
    </Texts>
  );
}
