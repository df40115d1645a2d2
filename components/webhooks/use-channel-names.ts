import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "#components/live/api.ts";

/** Names what a webhook is limited to. */
export function useChannelNames(): (websiteId: string) => string {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const channels = useQuery(trpc.channels.names.queryOptions({})).data;
  return (websiteId) => {
    if (websiteId === "*") return t("allChannels");
    if (!channels) return "";
    return channels.find(({ id }) => id === websiteId)?.label ?? t("goneChannel");
  };
}
