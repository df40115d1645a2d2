// SQL because the same filters hold for facts, for their sums, and for what was never answered.
import { isId } from "#server/base/ids.ts";
import { empty, join, type Sql, sql } from "#server/db/sql.ts";

export type Filters = {
  channelId?: string | undefined;
  teamId?: string | undefined;
  agentId?: string | undefined;
  phaseId?: string | undefined;
  policyId?: string | undefined;
  campaignId?: string | undefined;
  step?: string | undefined;
  source?: string | undefined;
  reason?: string | undefined;
  tag?: string | undefined;
};

const nobody = "NONE";

function same(column: Sql, wanted: string | undefined): Sql {
  if (wanted === undefined || wanted === "") return empty;
  if (wanted === nobody) return sql` and ${column} is null`;
  return isId(wanted) ? sql` and ${column} = ${wanted}::uuid` : sql` and false`;
}

/** What only facts have, and their sums. */
export type OwnOfFacts = "phaseId" | "policyId" | "campaignId" | "step" | "source" | "reason";

/** The filters that what is still open has, too. */
export function ofStates(filters: Filters): Omit<Filters, OwnOfFacts> {
  const { phaseId: _p, policyId: _l, campaignId: _c, step: _s, source: _o, reason: _r, ...rest } = filters;
  return rest;
}

/** People choose these words: after a `=` they are meant as they stand, also where they say NONE. */
function worded(column: Sql, wanted: string | undefined): Sql {
  if (!wanted) return empty;
  if (wanted === nobody) return sql` and ${column} is null`;
  return sql` and ${column} = ${wanted.startsWith("=") ? wanted.slice(1) : wanted}`;
}

/** ` and ...` on the rows `x`, whatever table they are of; tags apart. */
export function matching(filters: Filters): Sql {
  const { channelId, teamId, agentId, phaseId, policyId, campaignId, step, source, reason } = filters;
  return join(
    [
      same(sql`x."channelId"`, channelId),
      same(sql`x."teamId"`, teamId),
      same(sql`x."agentId"`, agentId),
      same(sql`x."phaseId"`, phaseId),
      same(sql`x."policyId"`, policyId),
      same(sql`x."campaignId"`, campaignId),
      worded(sql`x."step"`, step),
      worded(sql`x."source"`, source),
      worded(sql`x."reason"`, reason),
    ],
    "",
  );
}

/** ` and ...` on the tags of a fact or a state `x`. */
export function tagged({ tag }: Filters): Sql {
  return tag ? sql` and ${tag} = any(x."tags")` : empty;
}
