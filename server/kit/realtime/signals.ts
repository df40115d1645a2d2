/** Who types where, right now. Never stored; missing one harms nobody. */
export type TypingSignal = {
  companyId: string;
  conversationId: string;
  channelId: string;
  visitorId: string;
  from: "visitor" | "robot";
  name: string;
  typing: boolean;
};

const listeners = new Set<(signal: TypingSignal) => void>();

/** Called by whoever knows that a visitor or the bot is typing; heard by the sockets of this process. */
export function signalTyping(signal: TypingSignal): void {
  for (const listener of listeners) listener(signal);
}

export function onTyping(listener: (signal: TypingSignal) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
