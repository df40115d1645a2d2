import { type ChannelName, channelNames } from "#server/conversations/choices.ts";

/** The last one that is chosen: without it there were none, and none means all. */
export const isLast = (chosen: readonly ChannelName[], channel: ChannelName): boolean =>
  chosen.length === 1 && chosen[0] === channel;

/** None means all: what is not chosen any more is left out of all, and all together are none again. */
export function withChannel(chosen: readonly ChannelName[], channel: ChannelName, on: boolean): ChannelName[] {
  if (!on && isLast(chosen, channel)) return [channel];
  const before = chosen.length === 0 ? channelNames : chosen;
  const after = channelNames.filter((one) => (one === channel ? on : before.includes(one)));
  return after.length === channelNames.length ? [] : after;
}
