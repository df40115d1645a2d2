import type { Work } from "./work.ts";

type By = { id: string | null; name: string };

/** Switches the bot and tells it; nothing where it stands so already. Answers whether it was switched. */
export function setBotState(work: Work, state: "ON" | "OFF", by: string): boolean {
  const before = work.row.chatbotState;
  if (before === state) return false;
  work.set({ chatbotState: state, chatbotStateBy: by, chatbotStateAt: work.now });
  if (state === "ON") work.systemTags({ drop: ["is_intervened"] });
  work.updated({ chatbotState: { before, after: state } });
  return true;
}

/** The same with a line in the thread: somebody's own doing, not what a rule brought about. */
export function switchBot(work: Work, state: "ON" | "OFF", by: By): void {
  if (work.row.chatbotState === state) return;
  if (state === "ON") work.command("bot_resumed", "The bot is on", by.id);
  else work.command("bot_paused", "The bot is off", by.id);
  setBotState(work, state, by.name);
}
