import { z } from "zod";
import { query } from "#server/core/operation.ts";
import { findAiling } from "./looking.sql.ts";
import { alarmSchema, problemSchema } from "./problem-schema.ts";

/** Channels that the platform has cut off, restricts or warns: the worst first. */
export const listAlarms = query({
  name: "channels.alarms",
  access: "admin",
  input: z.object({}),
  output: z.object({ alarms: z.array(alarmSchema) }),
  example: () => ({}),
  async run({ actor }) {
    const found = await findAiling(actor.companyId);
    const alarms = found.flatMap(({ problem, ...channel }) => {
      const parsed = problemSchema.safeParse(problem);
      return parsed.success ? [{ ...channel, problem: parsed.data }] : [];
    });
    return { alarms };
  },
});
