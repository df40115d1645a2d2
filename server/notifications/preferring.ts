import { z } from "zod";
import { invalidField } from "#server/base/errors.ts";
import { channelsOf } from "#server/channels/access.ts";
import { ownCompany, settingsOf } from "#server/companies/access.ts";
import type { Actor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import type { NotificationPreference } from "#server/db/generated/client.ts";
import { Prisma } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { sendsMail } from "#server/mail/queueing.ts";
import { lockUser } from "#server/users/access.ts";
import { matrixOf, notificationKinds, type StoredMatrix } from "./choices.ts";
import { lockPreferences } from "./digests/due.sql.ts";
import { nextDigest } from "./digests/timing.ts";
import { preferencesSchema, updatePreferencesInput } from "./schema.ts";

type Stored = Pick<NotificationPreference, "matrix" | "mutedChannels" | "quietHours" | "digestDueAt">;

const none: Stored = { matrix: {}, mutedChannels: [], quietHours: null, digestDueAt: null };

async function storedOf({ companyId, userId }: Actor): Promise<Stored> {
  return (await prisma.notificationPreference.findFirst({ where: { companyId, userId: userId ?? "" } })) ?? none;
}

const view = ({ matrix, mutedChannels, quietHours, digestDueAt }: Stored) => ({
  matrix: matrixOf(matrix),
  mutedChannels,
  quietHours,
  digest: digestDueAt !== null,
  sendsMail: sendsMail(),
});

/** GET /v1/notifications/preferences */
export const readPreferences = query({
  name: "notifications.preferences",
  access: "person",
  input: z.object({}),
  output: preferencesSchema,
  example: () => ({}),
  run: async ({ actor }) => view(await storedOf(actor)),
});

function merged(before: StoredMatrix, given: StoredMatrix | undefined): StoredMatrix {
  const kinds = notificationKinds.filter((kind) => before[kind] || given?.[kind]);
  return Object.fromEntries(kinds.map((kind) => [kind, { ...before[kind], ...given?.[kind] }]));
}

async function requireChannels(actor: Actor, ids: readonly string[]): Promise<void> {
  const known = new Set((await channelsOf(actor)).map(({ id }) => id));
  if (ids.some((id) => !known.has(id))) throw invalidField("mutedChannels", "No such channel.", "unknown_reference");
}

/** From the next morning on; who has it keeps its time. */
async function digestOf(actor: Actor, before: Date | null, wanted: boolean | undefined, now: Date) {
  if (wanted === undefined) return before;
  if (!wanted) return null;
  return before ?? nextDigest(settingsOf((await ownCompany(actor)).settings).timeZone, now);
}

/** PATCH /v1/notifications/preferences */
export const updatePreferences = command({
  name: "notifications.updatePreferences",
  access: "person",
  input: updatePreferencesInput,
  output: preferencesSchema,
  example: () => ({ matrix: { replied: { sound: false } } }),
  async run({ actor, input, now, emit }) {
    const { companyId, userId } = actor;
    const own = { companyId, userId: userId ?? "" };
    // Who has chosen nothing yet has no row to hold but their own.
    await lockUser(actor, own.userId);
    const before = (await lockPreferences(companyId, own.userId)) ?? none;
    const channels = input.mutedChannels && [...new Set(input.mutedChannels.map((id) => id.toLowerCase()))];
    if (channels) await requireChannels(actor, channels);
    const after: Stored = {
      matrix: merged(before.matrix, input.matrix),
      mutedChannels: channels ?? before.mutedChannels,
      quietHours: input.quietHours === undefined ? before.quietHours : input.quietHours,
      digestDueAt: await digestOf(actor, before.digestDueAt, input.digest, now),
    };
    const data = { ...after, quietHours: after.quietHours ?? Prisma.DbNull, updatedAt: now };
    await prisma.notificationPreference.upsert({
      where: { companyId_userId: own },
      create: { ...own, ...data },
      update: data,
    });
    emit({ type: "notification/changed", data: { people: [{ userId: own.userId }] } });
    return view(after);
  },
});
