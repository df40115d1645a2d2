import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ChannelsSettings } from "#components/channels/channels-settings.tsx";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("channels");
  return { title: t("title") };
}

export default function ChannelsPage() {
  return (
    <Texts of={["channels"]}>
      <First of={[keys.channels.list.queryKey({})]}>
        <ChannelsSettings />
      </First>
    </Texts>
  );
}
