import type { ChatState, Store, Typist } from "./chat-state.ts";

/** Who is typing, until they have written or have been silent for a while. */
export class Typing {
  private readonly store: Store<ChatState>;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: Store<ChatState>) {
    this.store = store;
  }

  show(typing: Typist | null, forMs = 6000): void {
    clearTimeout(this.timer);
    if (typing !== this.store.get().typing) this.store.set({ typing });
    if (typing) this.timer = setTimeout(() => this.store.set({ typing: null }), forMs);
  }

  /** The bot answers within moments: dots until it does. */
  awaitBot(): void {
    const { config, conversation, thread } = this.store.get();
    const answered = thread.messages.at(-1)?.from === "robot";
    if (!config?.bot || answered || conversation?.botActive === false) return;
    this.show({ name: config.bot.name, from: "robot" }, 2500);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
