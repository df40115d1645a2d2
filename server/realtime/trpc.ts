import { query, router } from "#server/kit/trpc/init.ts";
import { position, since } from "./gap.ts";

export const realtimeRouter = router({ position: query(position), since: query(since) });
