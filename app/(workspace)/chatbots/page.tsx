import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ChatbotsPage } from "#components/chatbots/chatbots-page.tsx";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { First } from "../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("chatbots");
  return { title: t("title") };
}

export default function Page() {
  return (
    <Texts of={["chatbots", "flows", "fulfillment"]}>
      <First of={[keys.chatbots.list.queryKey({})]}>
        <ChatbotsPage />
      </First>
    </Texts>
  );
}
