// SQL because places are the relay's to give, and it must not act on what is long past.

import { execute, sql } from "#server/db/sql.ts";
import { globalPosition } from "#server/kit/relay/consumer.ts";

/** Gives what happened in conversations before the demo began its places: no rule, bot or webhook runs on it. */
export async function placePast(companyId: string): Promise<void> {
  await execute(sql`
    with past as materialized (
      select "id", row_number() over (order by "ordinal") as n, count(*) over () as total from events
      where "companyId" = ${companyId} and "position" is null and "type" like 'conversation/%'
    ), advanced as (
      insert into event_positions as p ("companyId", "position")
      select c, (select count(*) from past) from unnest(array[${companyId}, ${globalPosition}]::uuid[]) c
      order by 1
      on conflict ("companyId") do update set "position" = p."position" + excluded."position"
      returning "companyId", "position"
    )
    update events e set "seq" = c."position" - t.total + t.n, "position" = g."position" - t.total + t.n
    from past t
    join advanced c on c."companyId" = ${companyId}::uuid
    join advanced g on g."companyId" = ${globalPosition}::uuid
    where e."companyId" = ${companyId} and e."id" = t."id"`);
}
