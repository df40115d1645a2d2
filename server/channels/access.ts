import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { empty, row, rows, sql } from "#server/db/sql.ts";
import type { ChannelType } from "./schema.ts";

/** A row of `channels` without its secrets. */
export type ChannelRow = {
  companyId: string;
  id: string;
  type: ChannelType;
  label: string;
  connected: boolean;
  sandbox: boolean;
  chatbotId: string | null;
  settings: Record<string, unknown>;
  allowedOrigins: string[];
  identityRequired: boolean;
  externalId: string | null;
  /** The name by which people know it on its platform, as the last check found it: a number or a user name. */
  publicNumber: string;
  publicName: string;
  whatsappForm: boolean;
  disconnectionRequested: boolean;
  createdAt: Date;
  updatedAt: Date;
};

const columns = sql`c."companyId", c."id", c."type", c."label", c."connected", c."sandbox", c."chatbotId", c."settings",
  c."allowedOrigins", c."identityRequired", c."externalId", coalesce(c."health"->>'number', '') as "publicNumber",
  coalesce(c."health"->>'name', '') as "publicName", c."whatsappForm", c."disconnectionRequested",
  c."createdAt", c."updatedAt"`;

/** All channels of the actor's company that are not deleted, oldest first. */
export function channelsOf(actor: Actor): Promise<ChannelRow[]> {
  return rows<ChannelRow>(sql`
    select ${columns} from channels c where c."companyId" = ${actor.companyId} and c."deletedAt" is null
    order by c."companyId", c."id"`);
}

/** One channel of the actor's company; not_found otherwise, also when it was deleted. */
export async function readableChannel(actor: Actor, id: string, lock = false): Promise<ChannelRow> {
  const found = isId(id)
    ? await row<ChannelRow>(sql`
        select ${columns} from channels c
        where c."companyId" = ${actor.companyId} and c."id" = ${id} and c."deletedAt" is null
        ${lock ? sql`for update of c` : empty}`)
    : undefined;
  if (!found) throw notFound("channel");
  return found;
}

/** The people of the round robin (G1). */
export function assigneesOf({ assignees }: Record<string, unknown>): string[] {
  return Array.isArray(assignees) ? assignees.filter((id): id is string => typeof id === "string") : [];
}
