import { query, router } from "#server/kit/trpc/init.ts";
import { reportHealth } from "./reporting.ts";

export const healthRouter = router({ report: query(reportHealth) });
