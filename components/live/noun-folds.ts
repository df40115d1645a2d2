import { registerFold } from "./folds.ts";
import type { LiveCache } from "./live-cache.ts";

/** What each change makes old, for nouns whose screens are small enough to be fetched again. */
const outdated: Readonly<Record<string, readonly string[]>> = {
  "contact/*": ["contacts"],
  "user/changed": ["users", "profile", "sessions"],
  "session/ended": ["sessions"],
  "token/changed": ["tokens"],
  "phase/changed": ["phases", "conversations.byPhase", "conversations.columnTotals"],
  "tag/changed": ["tags", "operatorTags"],
  "channel/changed": ["channels", "chatbots"],
  "chatbot/changed": ["chatbots", "channels"],
  "company/changed": ["companies", "features", "plans"],
  "view/changed": ["views", "cannedResponses"],
};

function refreshAll(cache: LiveCache, procedures: readonly string[]): void {
  for (const procedure of procedures) cache.refresh(cache.of(procedure));
}

for (const [type, procedures] of Object.entries(outdated)) {
  registerFold({ types: [type], apply: (cache) => refreshAll(cache, procedures) });
}
