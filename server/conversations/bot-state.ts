import type { ConversationChange } from "./change.ts";

type By = { id: string | null; name: string };

/** Switches the bot and records the event, unless it is in that state already. Returns whether it was switched. */
export function setBotState(change: ConversationChange, state: "ON" | "OFF", by: string): boolean {
  const before = change.row.chatbotState;
  if (before === state) return false;
  change.set({ chatbotState: state, chatbotStateBy: by, chatbotStateAt: change.now });
  if (state === "ON") change.systemTags({ drop: ["is_intervened"] });
  change.updated({ chatbotState: { before, after: state } });
  return true;
}

/** The same with a line in the thread, for a switch that a person made rather than a rule. */
export function switchBot(change: ConversationChange, state: "ON" | "OFF", by: By): void {
  if (change.row.chatbotState === state) return;
  if (state === "ON") change.command("bot_resumed", "The bot is on", by.id);
  else change.command("bot_paused", "The bot is off", by.id);
  setBotState(change, state, by.name);
}
