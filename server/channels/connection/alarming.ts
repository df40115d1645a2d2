import { z } from "zod";
import { query } from "#server/core/operation.ts";
import { rows, sql } from "#server/db/sql.ts";
import { alarmSchema, problemSchema } from "./problem-schema.ts";

type Row = { channelId: string; label: string; connected: boolean; problem: unknown };

/** Channels that the platform has cut off, restricts or warns: the worst first. */
export const listAlarms = query({
  name: "channels.alarms",
  access: "admin",
  input: z.object({}),
  output: z.object({ alarms: z.array(alarmSchema) }),
  example: () => ({}),
  async run({ actor }) {
    const found = await rows<Row>(sql`
      select "id" as "channelId", "label", "connected", "health"->'problem' as "problem" from channels
      where "companyId" = ${actor.companyId} and "deletedAt" is null and jsonb_typeof("health"->'problem') = 'object'
      order by "connected", coalesce(("health"->'problem'->>'restricted')::boolean, false) desc, "createdAt", "id"`);
    const alarms = found.flatMap(({ problem, ...channel }) => {
      const parsed = problemSchema.safeParse(problem);
      return parsed.success ? [{ ...channel, problem: parsed.data }] : [];
    });
    return { alarms };
  },
});
