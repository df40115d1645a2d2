import { z } from "zod";
import { command } from "#server/core/operation.ts";
import { leftover } from "#server/kit/presence/reaping.ts";
import { type Claimed, claimDue } from "./claiming.sql.ts";

/** Makes a process the one that works on runs that are due. */
export const claimRuns = command({
  name: "integrations.claim",
  access: "system",
  input: z.object({ holder: z.int(), take: z.int().max(20) }),
  output: z.object({ runs: z.array(z.custom<Claimed>()) }),
  example: () => ({ holder: 1, take: 1 }),
  run: async ({ actor, now, input }) => ({ runs: await claimDue(actor.companyId, input.holder, now, input.take) }),
});

/** What a process that died worked on is due at once: its call may be made twice, which its id tells. */
export const leasedRuns = leftover(
  "integration runs",
  `update integration_runs set "leasedBy" = null, "dueAt" = now()
   where "status" = 'pending' and "leasedBy" = any($1::int[])`,
);
