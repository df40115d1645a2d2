import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { offers, reach } from "./reaching.ts";
import { startConversation } from "./starting.ts";

export const outreachRouter = router({
  reach: query(reach),
  templates: query(offers),
  send: mutation(startConversation),
});
