import { mutation, query, router } from "#server/trpc/init.ts";
import { assignChannels } from "./assigning.ts";
import { listChatbots } from "./listing.ts";

export const chatbotsRouter = router({ list: query(listChatbots), assignChannels: mutation(assignChannels) });
