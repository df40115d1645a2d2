import { z } from "zod";
import { query } from "#server/core/operation.ts";
import { availabilityOf } from "./presence.ts";
import { workloadSchema } from "./schema.ts";
import { loadsOfPeople, loadsOfTeams } from "./workload.sql.ts";

/** GET /v1/workload */
export const readWorkload = query({
  name: "assignment.workload",
  access: "users_read",
  input: z.object({}),
  output: workloadSchema,
  example: () => ({}),
  async run({ actor: { companyId } }) {
    const people = await loadsOfPeople(companyId);
    return {
      people: people.map(({ own, online, ...load }) => ({ ...load, availability: availabilityOf(online, own) })),
      teams: await loadsOfTeams(companyId),
    };
  },
});
