// SQL because it reads what instances report of their sockets, which is JSON, and writes only what is other than before.
import { rows, sql } from "#server/db/sql.ts";

/** How long a person stays available after their last socket went. */
const grace = "60 seconds";

/** Notes who is connected and who has not been for a minute; answers those of whom it is news. */
export function followSockets(companyId: string): Promise<{ userId: string }[]> {
  return rows<{ userId: string }>(sql`
    with here as (
      select distinct u."id" as "userId" from presences p cross join lateral jsonb_object_keys(p."state"->'people') k
      join users u on u."companyId" = p."companyId" and u."id"::text = k
      where p."companyId" = ${companyId} and p."seenAt" > now() - interval '15 seconds'
    ), came as (
      insert into agent_states ("companyId", "userId", "online", "seenAt")
      select ${companyId}, "userId", true, now() from here
      on conflict ("companyId", "userId") do update set "online" = true, "seenAt" = now()
      returning "userId", (select s."online" from agent_states s where s."companyId" = ${companyId}
        and s."userId" = agent_states."userId") as "before"
    ), went as (
      update agent_states set "online" = false where "companyId" = ${companyId} and "online"
        and "seenAt" < now() - ${grace}::interval and "userId" not in (select "userId" from here) returning "userId"
    )
    select "userId" from came where "before" is not true union all select "userId" from went`);
}

/** Companies with sockets, or with people who are taken for connected. */
export const connected = `select distinct "companyId" from presences union select distinct "companyId" from agent_states where "online"`;
