import type { z } from "zod";
import { channelsOf } from "#server/channels/access.ts";
import type { Actor } from "#server/core/actor.ts";
import type { RoleRow } from "./access.ts";
import type { roleSchema } from "./schema.ts";

/** The ids of channels that are there: a role keeps those of deleted ones, and shows them to nobody. */
export async function livingChannels(actor: Actor): Promise<ReadonlySet<string>> {
  return new Set((await channelsOf(actor)).map(({ id }) => id));
}

/** The Role resource. */
export function viewRole(
  { companyId: _company, channelIds, maskedFields, ...role }: RoleRow,
  people: number,
  living: ReadonlySet<string>,
): z.input<typeof roleSchema> {
  return {
    ...role,
    channels: channelIds.filter((id) => living.has(id)),
    maskedFields: maskedFields as z.input<typeof roleSchema>["maskedFields"],
    people,
  };
}
