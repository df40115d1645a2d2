import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/live/api.ts";
import type { ChannelSite } from "#server/channels/schema.ts";

const none: readonly ChannelSite[] = [];

/** The company's WhatsApp channels; templates and campaigns belong to one of those of type WHATSAPP_API. */
export function useWhatsappChannels() {
  const trpc = useTRPC();
  const query = useQuery(trpc.templates.channels.queryOptions({}));
  const channels = query.data?.result ?? none;
  const nameOf = (id: string) => channels.find((one) => one.id === id)?.label ?? "";
  const capable = channels.filter(({ type }) => type === "WHATSAPP_API");
  return { query, channels, capable, connected: capable.filter(({ connected }) => connected), nameOf };
}
