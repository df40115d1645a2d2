import { publicChannel } from "./authentication.ts";

/** Which sites may frame the chat of a channel: none for an unknown channel, any while no origin is listed. */
export async function widgetFrameAncestors(channelId: string): Promise<"none" | "any" | readonly string[]> {
  const channel = await publicChannel(channelId);
  if (!channel) return "none";
  return channel.allowedOrigins.length > 0 ? channel.allowedOrigins : "any";
}
