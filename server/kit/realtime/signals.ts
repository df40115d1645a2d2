/** Who is typing where, right now. Never stored; a lost signal does no harm. */
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

/** Announces that a visitor or the bot is typing, to the sockets of this process. */
export function signalTyping(signal: TypingSignal): void {
  for (const listener of listeners) listener(signal);
}

export function onTyping(listener: (signal: TypingSignal) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
