import { query, router } from "#server/trpc/init.ts";
import { reportHealth } from "./reporting.ts";

export const healthRouter = router({ report: query(reportHealth) });
