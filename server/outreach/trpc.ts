import { mutation, router } from "#server/kit/trpc/init.ts";
import { startConversation } from "./starting.ts";

export const outreachRouter = router({ send: mutation(startConversation) });
