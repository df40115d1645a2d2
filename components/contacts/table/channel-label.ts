type Named = { id: string; label: string };

/** Where a contact came from: a channel that is there, one that is gone, or none at all, as after an import. */
export function channelLabel(
  channelId: string,
  channels: readonly Named[],
  words: (key: "noChannel" | "goneChannel") => string,
): string {
  if (channelId === "") return words("noChannel");
  return channels.find(({ id }) => id === channelId)?.label ?? words("goneChannel");
}
