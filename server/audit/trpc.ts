import { query, router } from "#server/kit/trpc/init.ts";
import { exportAudit } from "./exporting.ts";
import { listAudit } from "./listing.ts";

export const auditRouter = router({ list: query(listAudit), export: query(exportAudit) });
