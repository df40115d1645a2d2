import { z } from "zod";
import { invalidField } from "#server/base/errors.ts";
import { storedSettings } from "#server/companies/access.ts";
import { type Actor, can } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { sendsMail } from "#server/mail/queueing.ts";
import { actingUser, rightsOf } from "#server/users/access.ts";
import { findUsers } from "#server/users/listing.sql.ts";
import { companyZone } from "../reading.ts";
import { requireGoverning } from "./access.ts";
import type { Schedule } from "./choices.ts";
import { readersSchema } from "./schema.ts";

const most = 1000;

/** Who may get reports by mail, and whether any mail is sent. */
export const listReaders = query({
  name: "reports.readers",
  access: "reports_read",
  input: z.object({}),
  output: readersSchema,
  example: () => ({}),
  async run({ actor }) {
    const { companyId } = actor;
    const settings = await storedSettings(actor);
    const people: { id: string; name: string }[] = [];
    for (const { id, name, role, roleId } of await findUsers(companyId, { active: true }, { limit: most, offset: 0 })) {
      const { permissions } = await rightsOf({ companyId, id, role, roleId }, settings);
      if (can({ ...actor, permissions }, "reports_read")) people.push({ id, name });
    }
    people.sort((a, b) => a.name.localeCompare(b.name));
    return { mail: sendsMail(), timeZone: await companyZone(actor), people };
  },
});

/** A person who may read reports by now, as they would themselves; undefined: they may not, or are not active. */
export async function readerOf(companyId: string, userId: string): Promise<Actor | undefined> {
  const reader = await actingUser(companyId, userId);
  return reader && can(reader, "reports_read") ? reader : undefined;
}

/** The schedule as it is stored: each recipient once; refuses who may not get reports, and others where the actor may not say so. */
export async function checkedSchedule(actor: Actor, schedule: Schedule | null): Promise<Schedule | null> {
  if (schedule === null) return null;
  const recipients = [...new Set(schedule.recipients)];
  if (recipients.some((id) => id !== actor.userId)) requireGoverning(actor, "Mailing a report to others");
  for (const [index, id] of recipients.entries())
    if (!(await readerOf(actor.companyId, id)))
      throw invalidField(
        `schedule.recipients.${index}`,
        "Nobody of the team with this id may read reports.",
        "unknown_reference",
      );
  return { ...schedule, recipients };
}
