import { query, router } from "#server/kit/trpc/init.ts";
import { listRows } from "./listing.ts";
import { readLive } from "./live.ts";
import { readDefinitions, readReport } from "./reading.ts";
import { readTimes } from "./times.ts";

export const reportsRouter = router({
  definitions: query(readDefinitions),
  read: query(readReport),
  rows: query(listRows),
  live: query(readLive),
  times: query(readTimes),
});
