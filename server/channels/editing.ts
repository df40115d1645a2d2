import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { assignableUser } from "#server/users/assignable.ts";
import { assigneesOf, readableChannel } from "./access.ts";
import { channelSchema, updateChannelInput } from "./schema.ts";
import { viewOneChannel } from "./viewing.ts";

/** Keys set to null go back to the chatbot's own. */
function mergeOverrides(stored: unknown, changes: Record<string, unknown>): Record<string, unknown> {
  const before = typeof stored === "object" && stored !== null ? stored : {};
  return Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** Active people of the company, all of them (A9). */
export async function requirePeople(actor: Actor, ids: readonly string[]): Promise<void> {
  for (const id of ids) await assignableUser(actor, id, "settings.assignees");
}

/** PATCH /v1/channels/{channelId} (L8): only what is given changes; a repeat of what already is emits nothing. */
export const updateChannel = command({
  name: "channels.update",
  access: "websites_write",
  input: updateChannelInput,
  output: channelSchema,
  example: (given) => ({ channelId: given.channelId ?? "", label: "Main site" }),
  async run({ actor, input, now, emit }) {
    const channel = await readableChannel(actor, input.channelId, true);
    const given = input.settings ?? {};
    const label = input.label ?? channel.label;
    const origins = given.allowedOrigins ?? channel.allowedOrigins;
    const identityRequired = given.identityRequired ?? channel.identityRequired;
    const appearance = mergeOverrides(channel.settings.appearance, given.appearance ?? {});
    const humanAgent = given.humanAgent ?? channel.settings.humanAgent === true;
    const historyWebhooks = given.historyWebhooks ?? channel.settings.historyWebhooks === true;
    const listed = assigneesOf(channel.settings);
    const assignees = given.assignees ?? listed;
    // People already on the list may stay, deactivated or not: assignment skips them.
    const added = assignees.filter((id) => !listed.includes(id));
    await requirePeople(actor, added);
    const before = [
      listed,
      channel.settings.humanAgent === true,
      channel.settings.historyWebhooks === true,
      channel.label,
      channel.allowedOrigins,
      channel.identityRequired,
      channel.settings.appearance ?? {},
    ];
    const after = [assignees, humanAgent, historyWebhooks, label, origins, identityRequired, appearance];
    if (JSON.stringify(before) === JSON.stringify(after)) return viewOneChannel(actor, channel);
    const settings = { ...channel.settings, appearance, humanAgent, historyWebhooks, assignees };
    await prisma.channel.update({
      where: { companyId_id: { companyId: actor.companyId, id: channel.id } },
      data: { label, allowedOrigins: origins, identityRequired, settings, updatedAt: now },
    });
    emit({ type: "channel/changed", channelId: channel.id, data: { id: channel.id } });
    return viewOneChannel(actor, await readableChannel(actor, channel.id));
  },
});
