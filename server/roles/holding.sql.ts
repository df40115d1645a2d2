// SQL because who may do something is asked of everybody of a company at once, inside other statements.
import { exceeding, holds, type Permission, permissionsOfRole, roles } from "#server/core/permissions.ts";
import { empty, rows, type Sql, sql } from "#server/db/sql.ts";
import { activePeople } from "#server/users/active.sql.ts";

/** A conversation as scopes look at it: where it is, and who sees it as their own. */
export type Place = {
  channelId: string;
  /** Nobody holds it. */
  free: boolean;
  /** Its assignee and the owner of its contact. */
  own: readonly string[];
  /** The people of its team. */
  team: readonly string[];
};

function presetsThat(may: readonly Permission[]) {
  return roles.filter((role) => {
    const held = new Set<string>(permissionsOfRole(role));
    return may.every((permission) => holds(held, permission));
  });
}

/** Whether a custom role `r` of the person `u` reaches the place by reading. */
function reaches({ channelId, free, own, team }: Place): Sql {
  return sql` and (r."readScope" = 'all' or u."id" = any(${own}::uuid[]) or (r."unassigned" and ${free}::boolean)
    or (r."readScope" = 'channel' and ${channelId}::uuid = any(r."channelIds"))
    or (r."readScope" = 'team' and u."id" = any(${team}::uuid[])))`;
}

/** Whether a preset of the person `u` reads the place: agents see what is theirs and what nobody holds (C2). */
function presetReads({ free, own }: Place): Sql {
  if (free) return empty;
  const all = roles.filter((role) => exceeding(new Set(permissionsOfRole(role)), ["clients_read"]).length === 0);
  return sql` and (u."role" = any(${all}::text[]) or u."id" = any(${own}::uuid[]))`;
}

/**
 * Whether the person `u` of another statement, with `id`, `role` and `roleId`, holds all of these permissions, and reads
 * what is at the place. `role` says it of presets alone: beside a custom role it is a stand-in.
 */
export function holding(companyId: string, may: readonly Permission[], place?: Place): Sql {
  return sql`case when u."roleId" is null then u."role" = any(${presetsThat(may)}::text[])${place ? presetReads(place) : empty}
    else exists (select 1 from roles r where r."companyId" = ${companyId} and r."id" = u."roleId"
      and r."permissions" @> ${may}::text[]${place ? reaches(place) : empty}) end`;
}

/**
 * Whether what comes in at a channel may be given to the person `u` of another statement, though nobody chose them for
 * it: a role that ends at other channels, or at its teams, is kept from what is there. One that ends at what is assigned
 * lives by what it is given.
 */
export const takesAt = (
  companyId: string,
  channelId: Sql,
): Sql => sql`(u."roleId" is null or exists (select 1 from roles r
  where r."companyId" = ${companyId} and r."id" = u."roleId" and (r."readScope" in ('all', 'assigned')
    or (r."readScope" = 'channel' and ${channelId} = any(r."channelIds")))))`;

/** The active people of whom that is true. */
export async function takersAt(companyId: string, channelId: string): Promise<ReadonlySet<string>> {
  const found = await rows<{ id: string }>(sql`
    select u."id" from ${activePeople(companyId)} u where ${takesAt(companyId, sql`${channelId}::uuid`)}`);
  return new Set(found.map(({ id }) => id));
}
