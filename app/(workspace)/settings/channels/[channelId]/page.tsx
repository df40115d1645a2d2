import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ChannelSettings } from "#components/channels/channel-settings.tsx";
import { Texts } from "#components/frame/texts.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("channels");
  return { title: t("title") };
}

export default async function ChannelPage({ params }: { params: Promise<{ channelId: string }> }) {
  const { channelId } = await params;
  return (
    <Texts of={["channels", "widget"]}>
      <ChannelSettings channelId={channelId} />
    </Texts>
  );
}
