import { query, router } from "#server/kit/trpc/init.ts";
import { countRequests } from "./counting.ts";
import { listRequests } from "./listing.ts";

export const requestsRouter = router({ list: query(listRequests), usage: query(countRequests) });
